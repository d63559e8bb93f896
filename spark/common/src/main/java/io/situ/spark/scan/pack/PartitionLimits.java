// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.pack;

import java.util.OptionalInt;

/**
 * How large a partition may be, in the terms of Spark's own packing.
 *
 * @param maxBytes bytes of a partition that has more than one unit
 * @param openCost bytes that opening a range counts as
 * @param maxPartitions how many partitions there may be, for which {@code maxBytes} is exceeded
 */
public record PartitionLimits(long maxBytes, long openCost, OptionalInt maxPartitions) {

  public PartitionLimits {
    if (maxBytes <= 0 || openCost < 0) {
      throw new IllegalArgumentException("no such limits: " + maxBytes + ", " + openCost);
    }
  }

  PartitionLimits withMaxBytes(long bytes) {
    return new PartitionLimits(bytes, openCost, maxPartitions);
  }
}
