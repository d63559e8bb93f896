// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A range of an object that becomes one block of HDFS.
 *
 * @param hosts which hosts hold bytes of it, most first; empty where the store does not report it
 * @param local bytes of the range that each of the hosts holds; all of them where an object is cut
 *     where its holders change
 */
public record BlockRange(long offset, long length, List<String> hosts, long local) {

  public BlockRange {
    hosts = List.copyOf(hosts);
  }

  /** Returns the position of the first byte behind it. */
  public long end() {
    return offset + length;
  }

  /**
   * Cuts an object where its holders change. Pieces that would be shorter than {@code least} are
   * joined until they are not, and given to those that hold most of them.
   *
   * @param least bytes
   */
  static List<BlockRange> of(StoreObject object, long least) {
    if (object.size() == 0) {
      return List.of();
    }
    if (object.extents().isEmpty()) {
      return List.of(new BlockRange(0, object.size(), List.of(), 0));
    }
    List<BlockRange> cuts = new ArrayList<>();
    List<Extent> pending = new ArrayList<>();
    long from = 0;
    List<Extent> extents = object.extents();
    for (int i = 0; i < extents.size(); i++) {
      pending.add(extents.get(i));
      boolean last = i + 1 == extents.size();
      long to = last ? object.size() : extents.get(i + 1).offset();
      boolean changes = !last && !hosts(extents.get(i)).equals(hosts(extents.get(i + 1)));
      if (last || (changes && to - from >= least && object.size() - to >= least)) {
        cuts.add(join(from, to, pending));
        pending.clear();
        from = to;
      }
    }
    return cuts;
  }

  private static List<String> hosts(Extent extent) {
    return extent.replicas().stream().map(Replica::host).sorted().toList();
  }

  private static BlockRange join(long from, long to, List<Extent> extents) {
    Map<String, Long> held = new LinkedHashMap<>();
    for (Extent extent : extents) {
      for (Replica replica : extent.replicas()) {
        held.merge(replica.host(), extent.length(), Long::sum);
      }
    }
    int copies = extents.stream().mapToInt(extent -> extent.replicas().size()).max().orElse(0);
    List<String> best =
        held.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(copies)
            .map(Map.Entry::getKey)
            .toList();
    long local = best.stream().mapToLong(held::get).min().orElse(0);
    return new BlockRange(from, to - from, best, local);
  }
}
