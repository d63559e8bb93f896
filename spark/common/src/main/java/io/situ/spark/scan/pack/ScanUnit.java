// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.Arrays;

/**
 * What one task reads as a whole: a row group, a stripe, a run of lines, or a file; or several of
 * them, one after the other.
 *
 * @param range where it lies
 * @param bytes the bytes of it that are read: those of the asked columns
 * @param hosts indexes of the hosts that hold any of these bytes, in {@link HostIndex}
 * @param local how many of them each of these hosts holds
 * @param possible how many would be local with each row group, stripe, run or file on the host that
 *     holds most of it
 */
public record ScanUnit(FileRange range, long bytes, int[] hosts, long[] local, long possible) {

  /** Creates one that is not made of several. */
  public ScanUnit(FileRange range, long bytes, int[] hosts, long[] local) {
    this(range, bytes, hosts, local, most(local));
  }

  private static long most(long[] local) {
    long best = 0;
    for (long held : local) {
      best = Math.max(best, held);
    }
    return best;
  }

  /** Returns the bytes on the host that holds the most; 0 if no host is known. */
  public long best() {
    return most(local);
  }

  /**
   * Returns the same with only those of its hosts that a task can run on, or with all of them if
   * there is no such host. What is possible stays what it is.
   *
   * @param usable for each host, by its number
   */
  ScanUnit on(boolean[] usable) {
    int[] some = new int[hosts.length];
    long[] held = new long[hosts.length];
    int count = 0;
    for (int i = 0; i < hosts.length; i++) {
      if (usable[hosts[i]]) {
        some[count] = hosts[i];
        held[count++] = local[i];
      }
    }
    return count == 0
        ? this
        : new ScanUnit(
            range, bytes, Arrays.copyOf(some, count), Arrays.copyOf(held, count), possible);
  }

  /** Returns the bytes that a host holds. */
  public long localOn(int host) {
    for (int i = 0; i < hosts.length; i++) {
      if (hosts[i] == host) {
        return local[i];
      }
    }
    return 0;
  }
}
