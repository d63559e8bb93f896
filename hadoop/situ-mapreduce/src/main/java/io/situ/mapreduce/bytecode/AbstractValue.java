// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.Value;

/**
 * What is known of a value on the stack or in a local variable.
 *
 * @param size stack slots, 1 or 2
 * @param type its static type; null where it is not known
 * @param shared whether several splits may reach the same mutable object through it
 * @param kept the fields, as owner and name, one of which it is a writable of that records use one
 *     after the other
 * @param literals internal names of the classes that it may be the literal of
 * @param computed whether Java or Hadoop made it, so that no constant shows what it is
 */
record AbstractValue(
    int size, Type type, boolean shared, Set<String> kept, Set<String> literals, boolean computed)
    implements Value {

  static final AbstractValue UNKNOWN = new AbstractValue(1, null, false, Set.of(), Set.of(), false);

  static AbstractValue of(Type type) {
    return of(type, false);
  }

  static AbstractValue of(Type type, boolean shared) {
    return new AbstractValue(
        type == null ? 1 : Math.max(1, type.getSize()), type, shared, Set.of(), Set.of(), false);
  }

  static AbstractValue literal(String internalName) {
    return new AbstractValue(
        1, Type.getType(Class.class), false, Set.of(), Set.of(internalName), false);
  }

  /** Returns the same as a value that a call made. */
  AbstractValue asComputed() {
    return new AbstractValue(size, type, shared, kept, literals, true);
  }

  /** Returns the same by another static type. */
  AbstractValue cast(Type other, boolean stillShared) {
    return new AbstractValue(1, other, stillShared, kept, literals, computed);
  }

  /** Returns the same as a writable in a field. */
  AbstractValue keptIn(String field) {
    return new AbstractValue(size, type, shared, Set.of(field), literals, computed);
  }

  @Override
  public int getSize() {
    return size;
  }

  AbstractValue merge(AbstractValue other) {
    if (equals(other)) {
      return this;
    }
    Type same = Objects.equals(type, other.type) ? type : null;
    return new AbstractValue(
        Math.min(size, other.size),
        same,
        shared || other.shared,
        union(kept, other.kept),
        union(literals, other.literals),
        computed || other.computed);
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    Set<String> all = new HashSet<>(some);
    all.addAll(others);
    return Set.copyOf(all);
  }
}
