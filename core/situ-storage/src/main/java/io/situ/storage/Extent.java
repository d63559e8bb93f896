// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.List;

/**
 * A byte range of an object that lives on one set of hosts.
 *
 * @param offset first byte, from the start of the object
 * @param length number of bytes, more than 0
 * @param replicas which hosts hold it, best first
 */
public record Extent(long offset, long length, List<Replica> replicas) {

  /**
   * The most that one call reports a file. Any user can make a file of many petabytes without a
   * byte in it, whose pieces no one could hold in memory.
   */
  public static final int MAX_COUNT = 1 << 16;

  public Extent {
    replicas = List.copyOf(replicas);
    if (offset < 0 || length <= 0) {
      throw new IllegalArgumentException("no such extent: " + offset + "+" + length);
    }
  }

  /** Adds an extent to a list, as a part of the last one where it goes on with it on its hosts. */
  public static void append(List<Extent> extents, Extent next) {
    int last = extents.size() - 1;
    Extent before = last < 0 ? null : extents.get(last);
    if (before != null
        && before.end() == next.offset()
        && before.replicas().equals(next.replicas())) {
      long length = before.length() + next.length();
      extents.set(last, new Extent(before.offset(), length, before.replicas()));
    } else {
      extents.add(next);
    }
  }

  /** Returns the position of the first byte behind this extent. */
  public long end() {
    return offset + length;
  }
}
