// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What tasks read of a file, each as a whole.
 *
 * @param ranges in the order of their bytes
 */
record FileUnits(UnitKind kind, List<Range> ranges) {

  /** No file is cut into more splits: anyone can make a file of petabytes without a byte in it. */
  private static final int MAX_SPLITS = 1 << 20;

  /** Compressed as a whole, so that Hadoop and Spark do not cut them. */
  private static final Set<String> WHOLE =
      Set.of("gz", "deflate", "snappy", "lz4", "zst", "lzo", "xz", "zip");

  FileUnits {
    ranges = List.copyOf(ranges);
  }

  /**
   * A range of bytes that is not empty.
   *
   * @param end the byte after the last
   */
  record Range(long start, long end) {
    Range {
      if (start < 0 || end <= start) {
        throw new IllegalArgumentException("no such range: " + start + " to " + end);
      }
    }

    long length() {
      return end - start;
    }
  }

  /** Returns the units of a file of which nothing is known but its name and size. */
  static FileUnits of(String name, long size, long split) {
    String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return size > 0 && WHOLE.contains(suffix)
        ? new FileUnits(UnitKind.FILE, List.of(new Range(0, size)))
        : new FileUnits(UnitKind.SPLIT, splits(size, split));
  }

  private static List<Range> splits(long size, long split) {
    long length = split * ((size - 1) / split / MAX_SPLITS + 1);
    List<Range> ranges = new ArrayList<>();
    for (long start = 0; start < size; start = ranges.get(ranges.size() - 1).end()) {
      ranges.add(new Range(start, size - start > length ? start + length : size));
    }
    return ranges;
  }
}
