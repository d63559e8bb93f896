// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.storage.Replica;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds equal lists of replicas once: the extents of a directory's files mostly lie on a few sets
 * of hosts. Not thread-safe.
 */
final class SharedReplicas {

  private static final int MAX = 1 << 10;

  private final Map<List<Replica>, List<Replica>> known = new HashMap<>();

  /** Returns a list that equals {@code replicas}, the same one for those asked for lately. */
  List<Replica> of(List<Replica> replicas) {
    List<Replica> same = known.get(replicas);
    if (same != null) {
      return same;
    }
    if (known.size() == MAX) {
      known.clear();
    }
    List<Replica> kept = List.copyOf(replicas);
    known.put(kept, kept);
    return kept;
  }
}
