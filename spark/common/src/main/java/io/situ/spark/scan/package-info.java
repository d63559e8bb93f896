// SPDX-License-Identifier: Apache-2.0
/**
 * Scans of files whose partitions are packed by host. {@code pack} has the algorithms, {@code
 * footer} what is looked up of files; here they meet Spark's plans.
 */
package io.situ.spark.scan;
