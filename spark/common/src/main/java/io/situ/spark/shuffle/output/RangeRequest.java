// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

/**
 * Asks for consecutive partitions of one map's output.
 *
 * @param output of the map
 * @param first partition
 * @param last partition, included
 * @param estimate about how many bytes they have
 */
public record RangeRequest(MapOutputId output, int first, int last, long estimate) {

  /** Returns about how many bytes are read at first. */
  long firstBytes() {
    return Math.min(estimate, Partition.CHUNK);
  }
}
