// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import io.situ.spark.scan.pack.PlannedBytes
import org.apache.spark.sql.execution.datasources.{FilePartition, PartitionedFile}

/** Files that one task reads, how much of them is local by the plan, and of which of them other
  * parts are read elsewhere.
  */
private[scan] final class PackedFilePartition(
    number: Int,
    parts: Array[PartitionedFile],
    val bytes: PlannedBytes,
    val divided: Array[ListedFile]
) extends FilePartition(number, parts)
