// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import io.situ.spark.scan.pack.PlannedBytes
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** Files that one task reads, and how much of them is local by the plan. */
private[scan] final class PackedFilePartition(
    number: Int,
    parts: Array[PartitionedFile],
    val bytes: PlannedBytes
) extends FilePartition(number, parts)
