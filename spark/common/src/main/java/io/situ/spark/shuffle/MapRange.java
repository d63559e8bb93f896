// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import io.situ.spark.shuffle.output.RangeRequest;
import org.apache.spark.storage.BlockManagerId;

/**
 * What a reduce task reads of one map.
 *
 * @param location that Spark's driver has for the map's output
 * @param mapIndex partition that the map processed
 * @param request for the range
 */
record MapRange(BlockManagerId location, int mapIndex, RangeRequest request) {}
