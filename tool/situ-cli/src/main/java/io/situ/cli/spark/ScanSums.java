// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.spark.SparkApplication.Scans;
import java.util.Optional;

/**
 * Adds up what tasks read of scans that Situ packed by host, from the scans' metrics. Not
 * thread-safe.
 */
final class ScanSums {

  private static final String PLANNED = "bytes planned";
  private static final String LOCAL = "bytes planned local";
  private static final String POSSIBLE = "bytes possible local";

  private long planned;
  private long local;
  private long possible;

  /** Adds an accumulator of a task; those of others are left out. */
  void add(JsonNode accumulator) {
    long bytes = accumulator.path("Update").asLong();
    switch (accumulator.path("Name").asText()) {
      case PLANNED -> planned += bytes;
      case LOCAL -> local += bytes;
      case POSSIBLE -> possible += bytes;
      default -> {}
    }
  }

  /** Returns the sums; empty if nothing was read of such scans. */
  Optional<Scans> scans() {
    return planned == 0 ? Optional.empty() : Optional.of(new Scans(planned, local, possible));
  }
}
