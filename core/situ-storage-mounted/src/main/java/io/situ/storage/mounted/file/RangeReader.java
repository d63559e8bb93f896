// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import io.situ.storage.ReadHandle;
import io.situ.storage.ReadHandle.Range;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Reads ranges in the order they lie in the file. Small ones that lie close together come with one
 * call, and are copied to where they belong; large ones are read straight into place.
 */
final class RangeReader {

  private static final int WINDOW = NativeScratchBuffers.STAGING_ROOM;

  /** A gap of this many bytes costs less to read than another call. */
  private static final int GAP = 8 * 1024;

  /** From this size on copying costs more than another call. */
  private static final int LARGE = 64 * 1024;

  private final ReadHandle handle;
  private final Range[] ranges;

  RangeReader(ReadHandle handle, List<Range> ranges) {
    this.handle = handle;
    this.ranges = ranges.toArray(Range[]::new);
    Arrays.sort(this.ranges, Comparator.comparingLong(Range::position));
  }

  void run() throws StoreException {
    int from = 0;
    while (from < ranges.length) {
      int to = groupEnd(from);
      if (to - from == 1) {
        fill(ranges[from].position(), ranges[from].buffer());
      } else {
        readGroup(from, to);
      }
      from = to;
    }
  }

  /** The first range behind those that are read together with the one at {@code from}. */
  private int groupEnd(int from) {
    long start = ranges[from].position();
    long end = end(ranges[from]);
    int to = from + 1;
    while (to < ranges.length
        && isSmall(ranges[to - 1])
        && isSmall(ranges[to])
        && ranges[to].position() - end <= GAP
        && Math.max(end, end(ranges[to])) - start <= WINDOW) {
      end = Math.max(end, end(ranges[to]));
      to++;
    }
    return to;
  }

  private static long end(Range range) {
    return range.position() + range.buffer().remaining();
  }

  private static boolean isSmall(Range range) {
    return range.buffer().remaining() < LARGE;
  }

  private void readGroup(int from, int to) throws StoreException {
    long start = ranges[from].position();
    long end = start;
    for (int i = from; i < to; i++) {
      end = Math.max(end, end(ranges[i]));
    }
    ByteBuffer window = NativeScratchBuffers.get().staging().limit((int) (end - start));
    fill(start, window);
    for (int i = from; i < to; i++) {
      ByteBuffer target = ranges[i].buffer();
      target.put(window.slice((int) (ranges[i].position() - start), target.remaining()));
    }
  }

  private void fill(long start, ByteBuffer buffer) throws StoreException {
    long position = start;
    while (buffer.hasRemaining()) {
      int count = handle.read(position, buffer);
      if (count < 0) {
        throw new StoreException(
            Kind.INVALID_ARGUMENT,
            handle.object().path(),
            "the range at " + start + " reaches behind the end of the file");
      }
      position += count;
    }
  }
}
