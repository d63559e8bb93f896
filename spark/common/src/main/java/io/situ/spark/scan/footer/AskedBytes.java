// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
import java.util.Arrays;
import java.util.List;

/**
 * Adds up the asked bytes of one group after the other, by the pieces of a file. Not thread-safe.
 */
final class AskedBytes {

  /** Where each piece starts; chunks beyond the last one count to it. */
  private final long[] pieces;

  private final long[] firsts;
  private final long[] sums;

  AskedBytes(List<Piece> pieces) {
    this.pieces =
        pieces.isEmpty() ? new long[] {0} : pieces.stream().mapToLong(Piece::start).toArray();
    this.firsts = new long[this.pieces.length];
    this.sums = new long[this.pieces.length];
  }

  /**
   * Returns the asked bytes of a group.
   *
   * @param asked for each column
   */
  FooterLayout.Asked of(FooterLayout.Group group, boolean[] asked) {
    int lowest = pieces.length;
    int highest = -1;
    for (int i = 0; i < group.column().length; i++) {
      if (asked[group.column()[i]] && group.lengths()[i] > 0) {
        long start = Math.max(0, group.starts()[i]);
        int first = piece(start);
        lowest = Math.min(lowest, first);
        highest = Math.max(highest, add(first, start, group.lengths()[i]));
      }
    }
    int count = 0;
    long[] starts = new long[Math.max(0, highest - lowest + 1)];
    long[] lengths = new long[starts.length];
    for (int piece = lowest; piece <= highest; piece++) {
      if (sums[piece] > 0) {
        starts[count] = firsts[piece];
        lengths[count++] = sums[piece];
      }
      sums[piece] = 0;
    }
    return new FooterLayout.Asked(
        group.start(), Arrays.copyOf(starts, count), Arrays.copyOf(lengths, count));
  }

  private int piece(long at) {
    int found = Arrays.binarySearch(pieces, at);
    return Math.max(0, found < 0 ? -found - 2 : found);
  }

  /** Returns the last piece that has some of the bytes. */
  private int add(int first, long start, long length) {
    long left = length;
    long at = start;
    for (int piece = first; ; piece++) {
      boolean isLast = piece + 1 == pieces.length;
      long part = isLast ? left : Math.min(left, pieces[piece + 1] - at);
      firsts[piece] = sums[piece] == 0 ? at : Math.min(firsts[piece], at);
      sums[piece] += part;
      left -= part;
      at += part;
      if (left == 0) {
        return piece;
      }
    }
  }
}
