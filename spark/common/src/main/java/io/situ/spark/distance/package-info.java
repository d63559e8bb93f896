// SPDX-License-Identifier: Apache-2.0
/**
 * Bytes that tasks read from stores, by distance, as accumulators of Spark: they are in the stage
 * pages of the UI and in the event log. Sees Situ's file system and Spark.
 */
package io.situ.spark.distance;
