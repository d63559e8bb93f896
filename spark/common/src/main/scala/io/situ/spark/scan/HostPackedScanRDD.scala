// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.{Partition, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.FileScanRDD

/** Reads other partitions of files as a stock scan does. */
private[scan] final class HostPackedScanRDD(
    stock: FileScanRDD,
    @transient private val packed: Seq[PackedFilePartition],
    bytes: PackedBytes
) extends RDD[InternalRow](stock.sparkContext, Nil) {

  override protected def getPartitions: Array[Partition] = packed.toArray

  override def compute(split: Partition, context: TaskContext): Iterator[InternalRow] =
    bytes.counted(
      context,
      split.asInstanceOf[PackedFilePartition].bytes,
      stock.compute(split, context)
    )

  override protected def getPreferredLocations(split: Partition): Seq[String] =
    split.asInstanceOf[PackedFilePartition].files.headOption.toSeq.flatMap(_.locations)
}
