// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import java.util.List;

/** The bytes that are asked about. */
record ByteRange(long offset, long length) {

  long end() {
    return offset + length;
  }

  /** What of an extent lies in this range; nothing for one without known placement. */
  List<Extent> cut(long from, long size, List<Replica> replicas) {
    long start = Math.max(from, offset);
    long stop = Math.min(from + size, end());
    return start < stop && !replicas.isEmpty()
        ? List.of(new Extent(start, stop - start, replicas))
        : List.of();
  }
}
