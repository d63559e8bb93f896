// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import java.util.Arrays;

/**
 * Where the units of many files lie in their files, to compute what another layout would make of
 * them. Not thread-safe.
 */
final class RewrittenUnits {

  private long[] starts = new long[256];
  private long[] lengths = new long[256];
  private int count;

  void add(FileUnits units) {
    for (FileUnits.Range unit : units.ranges()) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
        lengths = Arrays.copyOf(lengths, 2 * count);
      }
      starts[count] = unit.start();
      lengths[count++] = unit.length();
    }
  }

  /**
   * Returns the bytes of each unit that certainly lie together if the files are copied as they are
   * to a layout, whichever hosts the pieces come to lie on: those in the piece that has most of it.
   *
   * @param piece bytes that lie together, from each multiple of it on
   */
  long together(long piece) {
    long together = 0;
    for (int i = 0; i < count; i++) {
      long first = Math.min(lengths[i], piece - starts[i] % piece);
      long rest = lengths[i] - first;
      together += Math.max(first, Math.min(rest, piece));
    }
    return together;
  }
}
