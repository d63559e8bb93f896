// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Parameters, results and fields through which several splits, or records, may reach the same
 * object. It only grows. Not thread-safe.
 */
final class SharedReferences {

  private final Map<MethodId, BitSet> parameters = new HashMap<>();
  private final Set<MethodId> results = new HashSet<>();
  private final Set<String> fields = new HashSet<>();
  private final Set<String> filled = new HashSet<>();
  private boolean grown;

  /** Whether anything was added since the last call. */
  boolean hasGrown() {
    boolean was = grown;
    grown = false;
    return was;
  }

  /**
   * Adds a parameter.
   *
   * @param index its place, where the receiver is 0 if there is one
   */
  void addParameter(MethodId method, int index) {
    BitSet known = parameters.computeIfAbsent(method, m -> new BitSet());
    grown |= !known.get(index);
    known.set(index);
  }

  boolean hasParameter(MethodId method, int index) {
    BitSet known = parameters.get(method);
    return known != null && known.get(index);
  }

  void addResult(MethodId method) {
    grown |= results.add(method);
  }

  boolean hasResult(MethodId method) {
    return results.contains(method);
  }

  void addField(String owner, String name) {
    grown |= fields.add(owner + '.' + name);
  }

  boolean hasField(String owner, String name) {
    return fields.contains(owner + '.' + name);
  }

  /** Adds a field with a writable that is filled for a record. */
  void addFilled(String field) {
    grown |= filled.add(field);
  }

  boolean isFilled(String field) {
    return filled.contains(field);
  }
}
