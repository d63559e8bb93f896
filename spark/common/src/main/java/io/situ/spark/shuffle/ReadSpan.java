// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

/**
 * What one reduce task reads.
 *
 * @param startMap first map
 * @param endMap the map after the last; {@code Integer.MAX_VALUE} for all
 * @param startPartition first partition
 * @param endPartition the partition after the last
 */
record ReadSpan(int startMap, int endMap, int startPartition, int endPartition) {}
