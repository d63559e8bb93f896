// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.{Partition, TaskContext}
import org.apache.spark.broadcast.Broadcast
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.datasources.FileScanRDD
import org.apache.spark.util.SerializableConfiguration

/** Reads other partitions of files as a stock scan does. Of a file that several of them read parts
  * of, all parts are of the version that was listed, or a task fails.
  */
private[scan] final class HostPackedScanRDD(
    stock: FileScanRDD,
    @transient private val packed: Seq[PackedFilePartition],
    bytes: PackedBytes,
    conf: Broadcast[SerializableConfiguration]
) extends RDD[InternalRow](stock.sparkContext, Nil) {

  override protected def getPartitions: Array[Partition] = packed.toArray

  override def compute(split: Partition, context: TaskContext): Iterator[InternalRow] = {
    val partition = split.asInstanceOf[PackedFilePartition]
    val rows = bytes.counted(context, partition.bytes, stock.compute(split, context))
    if (partition.divided.isEmpty) rows else rows ++ checked(partition)
  }

  /** Without rows; the check is made when those before have been read. */
  private def checked(partition: PackedFilePartition): Iterator[InternalRow] = {
    partition.divided.foreach(_.requireSame(conf.value.value))
    Iterator.empty
  }

  override protected def getPreferredLocations(split: Partition): Seq[String] =
    split.asInstanceOf[PackedFilePartition].files.headOption.toSeq.flatMap(_.locations)
}
