// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

/**
 * What one task reads as a whole: a row group, a stripe, a run of lines, or a file.
 *
 * @param range where it lies
 * @param bytes the bytes of it that are read: those of the asked columns
 * @param hosts indexes of the hosts that hold any of these bytes, in {@link HostIndex}
 * @param local how many of them each of these hosts holds
 */
public record ScanUnit(FileRange range, long bytes, int[] hosts, long[] local) {

  /** Returns the bytes on the host that holds the most; 0 if no host is known. */
  public long possible() {
    long best = 0;
    for (long held : local) {
      best = Math.max(best, held);
    }
    return best;
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
