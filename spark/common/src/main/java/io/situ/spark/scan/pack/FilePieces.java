// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.Arrays;
import java.util.List;

/** Where the bytes of one file lie, for questions about many of its ranges. Not thread-safe. */
public final class FilePieces {

  private final int file;
  private final long[] starts;
  private final long[] ends;
  private final int[][] hosts;
  private final HostIndex index;

  /**
   * Creates it.
   *
   * @param file the file's index in the scan
   * @param pieces in ascending order, without overlap
   */
  public FilePieces(int file, List<Piece> pieces, HostIndex index) {
    this.file = file;
    this.index = index;
    this.starts = new long[pieces.size()];
    this.ends = new long[pieces.size()];
    this.hosts = new int[pieces.size()][];
    for (int i = 0; i < hosts.length; i++) {
      Piece piece = pieces.get(i);
      starts[i] = piece.start();
      ends[i] = piece.end();
      hosts[i] = index.numbers(piece.hosts());
    }
  }

  /**
   * Returns a unit that is read wholly or in part.
   *
   * @param from first bytes of what is read of it
   * @param lengths how many bytes are read from there on
   */
  public ScanUnit unit(long start, long end, long[] from, long[] lengths) {
    long[] held = new long[index.size()];
    long bytes = 0;
    for (int i = 0; i < from.length; i++) {
      bytes += lengths[i];
      add(from[i], from[i] + lengths[i], held);
    }
    int[] holders = new int[held.length];
    long[] local = new long[held.length];
    int count = 0;
    for (int host = 0; host < held.length; host++) {
      if (held[host] > 0) {
        holders[count] = host;
        local[count++] = held[host];
      }
    }
    return new ScanUnit(
        new FileRange(file, start, end),
        bytes,
        Arrays.copyOf(holders, count),
        Arrays.copyOf(local, count));
  }

  /** Returns a unit that is read wholly. */
  public ScanUnit unit(long start, long end) {
    return unit(start, end, new long[] {start}, new long[] {end - start});
  }

  private void add(long from, long to, long[] held) {
    int at = Arrays.binarySearch(starts, from);
    for (int i = Math.max(0, at < 0 ? -at - 2 : at); i < starts.length && starts[i] < to; i++) {
      long bytes = Math.min(to, ends[i]) - Math.max(from, starts[i]);
      if (bytes > 0) {
        for (int host : hosts[i]) {
          held[host] += bytes;
        }
      }
    }
  }
}
