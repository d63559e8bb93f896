// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

/** Whether scans are packed by host. */
enum ScanLocality {
  /** Where the answer is proved to be stock Spark's. */
  AUTO,
  /** Also where the answer depends on the order or the partitions of rows. */
  ALWAYS,
  OFF
}
