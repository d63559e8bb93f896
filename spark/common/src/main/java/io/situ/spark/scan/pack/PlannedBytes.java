// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.io.Serializable;

/**
 * What of a scan, or of a part of it, is local by the plan. Bytes are those of the asked columns;
 * of a file that lies on one set of hosts and is read as a whole, all of its bytes.
 *
 * @param all what is read
 * @param local what is read on the host that was chosen
 * @param possible what would be local with each row group, stripe, run of lines or file on the host
 *     that holds most of it
 */
public record PlannedBytes(long all, long local, long possible) implements Serializable {

  static final PlannedBytes NONE = new PlannedBytes(0, 0, 0);

  PlannedBytes plus(PlannedBytes other) {
    return new PlannedBytes(all + other.all, local + other.local, possible + other.possible);
  }

  /**
   * Returns the same shares of what was really read.
   *
   * @param read in bytes
   */
  public PlannedBytes of(long read) {
    return new PlannedBytes(read, share(read, local), share(read, possible));
  }

  private long share(long read, long part) {
    return part == all ? read : (long) ((double) read * part / all);
  }
}
