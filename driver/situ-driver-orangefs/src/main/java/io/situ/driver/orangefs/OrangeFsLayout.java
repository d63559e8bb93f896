// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.orangefs;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.config.HostMapping.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a file's bytes lie: the byte at offset o is on datafile (o / strip) mod n, as was found by
 * comparing files with the servers' own.
 *
 * @param servers of each datafile in the order of the stripe, by the name the source has for it
 */
record OrangeFsLayout(Distribution distribution, List<String> servers) {

  OrangeFsLayout {
    servers = List.copyOf(servers);
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("a layout without datafiles");
    }
  }

  /** Whether bytes of a file of this size lie on more than one server, in strips below a size. */
  boolean scattered(long size, long least) {
    long strip = distribution.strip();
    return strip < least && size > strip && servers.stream().distinct().count() > 1;
  }

  /**
   * The range, cut where hosts change; what lies on servers without a known host is left out. Of a
   * range of more than {@link Extent#MAX_COUNT} strips the first.
   *
   * @param offset at least 0
   * @param length more than 0
   */
  List<Extent> extents(long offset, long length, Function<String, Optional<Host>> hosts) {
    List<List<Replica>> replicas =
        servers.stream()
            .map(server -> hosts.apply(server).map(Host::replica).stream().toList())
            .toList();
    List<Extent> extents = new ArrayList<>();
    long end = offset + length;
    if (replicas.stream().distinct().count() == 1) {
      add(extents, offset, length, replicas.get(0));
      return extents;
    }
    long first = offset / distribution.strip();
    for (long at = offset; at < end; ) {
      long strip = at / distribution.strip();
      if (strip - first == Extent.MAX_COUNT) {
        break;
      }
      long next = Math.min(end, border(strip));
      add(extents, at, next - at, replicas.get((int) (strip % servers.size())));
      at = next;
    }
    return extents;
  }

  /** Whether a range has more strips than are looked at. */
  boolean exceeds(long offset, long length) {
    long strip = distribution.strip();
    return servers.stream().distinct().count() > 1
        && (offset + length - 1) / strip - offset / strip >= Extent.MAX_COUNT;
  }

  private long border(long strip) {
    long size = distribution.strip();
    return strip >= Long.MAX_VALUE / size - 1 ? Long.MAX_VALUE : (strip + 1) * size;
  }

  private static void add(List<Extent> extents, long at, long length, List<Replica> replicas) {
    if (!replicas.isEmpty()) {
      Extent.append(extents, new Extent(at, length, replicas));
    }
  }
}
