// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.{Partition, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD}

/** Reads other partitions of files as a stock scan does. */
private[scan] final class HostPackedScanRDD(
    stock: FileScanRDD,
    @transient private val packed: Seq[FilePartition]
) extends RDD[InternalRow](stock.sparkContext, Nil) {

  override protected def getPartitions: Array[Partition] = packed.toArray

  override def compute(split: Partition, context: TaskContext): Iterator[InternalRow] =
    stock.compute(split, context)

  override protected def getPreferredLocations(split: Partition): Seq[String] =
    split.asInstanceOf[FilePartition].files.headOption.toSeq.flatMap(_.locations)
}
