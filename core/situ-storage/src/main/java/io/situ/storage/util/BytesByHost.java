// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** How many bytes of some ranges of files each host holds. Not thread-safe. */
public final class BytesByHost {

  private final Map<String, Long> held = new HashMap<>();
  private long known;

  /**
   * Adds a range of a file.
   *
   * @param extents of the file, ascending and without overlap, as a store reports them
   * @param start the first byte
   * @param end the byte after the last
   */
  public void add(List<Extent> extents, long start, long end) {
    for (int i = firstBehind(extents, start); i < extents.size(); i++) {
      Extent extent = extents.get(i);
      long bytes = Math.min(end, extent.end()) - Math.max(start, extent.offset());
      if (bytes <= 0) {
        return;
      }
      add(extent, bytes);
    }
  }

  private void add(Extent extent, long bytes) {
    Set<String> hosts = new HashSet<>();
    for (Replica replica : extent.replicas()) {
      if (hosts.add(replica.host())) {
        held.merge(replica.host(), bytes, Long::sum);
      }
    }
    known += hosts.isEmpty() ? 0 : bytes;
  }

  /** Returns the index of the first extent that ends behind a byte. */
  private static int firstBehind(List<Extent> extents, long start) {
    int low = 0;
    int high = extents.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (extents.get(middle).end() <= start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the bytes that the host with the most holds: what a reader there has on its own. */
  public long most() {
    return most(host -> true);
  }

  /** Returns the same of some hosts. */
  public long most(Predicate<String> usable) {
    return held.entrySet().stream()
        .filter(host -> usable.test(host.getKey()))
        .mapToLong(Map.Entry::getValue)
        .max()
        .orElse(0);
  }

  /** Returns the bytes of which some host is known. */
  public long known() {
    return known;
  }
}
