// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.driver.ceph.cluster.PgMap;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * From a file's inode number and layout to which hosts hold which bytes; asks no server.
 *
 * @param nearest whether for readers that ask for the copy on their own host
 */
record CephExtentMapper(PgMap map, boolean nearest) {

  /**
   * The extents of a range, each a piece of one object; none in a pool that keeps no whole copies
   * or that the map does not know.
   *
   * @param length more than 0
   */
  List<Extent> extents(FileLayout layout, long inode, long offset, long length) {
    Optional<PgMap.Pool> pool = Optional.ofNullable(map.pools().get(layout.pool()));
    if (pool.isEmpty()) {
      return List.of();
    }
    ObjectName name = new ObjectName(layout.namespace(), inode);
    long piece = layout.piece();
    long end = offset + length;
    List<Extent> extents = new ArrayList<>((int) Math.min(length / piece + 2, Extent.MAX_COUNT));
    for (long at = offset; at < end; ) {
      long next = Math.min(end, (at / piece + 1) * piece);
      int hash = name.hash(layout.objectNumber(at));
      List<Replica> holders = nearest ? pool.get().nearest(hash) : pool.get().holders(hash);
      if (!holders.isEmpty()) {
        extents.add(new Extent(at, next - at, holders));
      }
      at = next;
    }
    return extents;
  }
}
