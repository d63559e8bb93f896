// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.placement;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * How much of a job's input could be read node-local, by the placement when the job was submitted.
 * It travels in the job's own configuration.
 *
 * @param bytes of all splits
 * @param possible bytes of each split on the host of the cluster that holds most of it
 */
public record LocalityBound(long bytes, long possible) {

  private static final String BYTES = "situ.mapreduce.bound.planned.bytes";
  private static final String POSSIBLE = "situ.mapreduce.bound.possible.bytes";

  public LocalityBound {
    if (bytes <= 0 || possible < 0 || possible > bytes) {
      throw new IllegalArgumentException(possible + " of " + bytes + " bytes are not possible");
    }
  }

  /** Returns what {@link #write} wrote; empty for a job without. */
  public static Optional<LocalityBound> of(Configuration job) {
    long bytes = job.getLong(BYTES, 0);
    return bytes <= 0
        ? Optional.empty()
        : Optional.of(new LocalityBound(bytes, job.getLong(POSSIBLE, 0)));
  }

  /** Writes it. */
  public void write(Configuration job) {
    job.setLong(BYTES, bytes);
    job.setLong(POSSIBLE, possible);
  }
}
