// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import scala.util.control.NonFatal

import io.situ.spark.scan.pack.Packing
import org.apache.spark.internal.Logging
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.{InternalRow, TableIdentifier}
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.connector.read.streaming.SparkDataStream
import org.apache.spark.sql.execution.{FileSourceScanExec, SQLExecution}
import org.apache.spark.sql.execution.datasources.{FileScanRDD, HadoopFsRelation}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.collection.BitSet

/** A scan of files whose partitions are packed by host. Plans are copied by reflection, hence the
  * arguments, which are those of the stock scan.
  */
class HostPackedScanExec(
    @transient files: HadoopFsRelation,
    @transient source: Option[SparkDataStream],
    attributes: Seq[Attribute],
    schemaOfData: StructType,
    filtersOfPartitions: Seq[Expression],
    buckets: Option[BitSet],
    coalescedBuckets: Option[Int],
    filtersOfData: Seq[Expression],
    table: Option[TableIdentifier],
    withoutBuckets: Boolean
) extends FileSourceScanExec(
      files,
      source,
      attributes,
      schemaOfData,
      filtersOfPartitions,
      buckets,
      coalescedBuckets,
      filtersOfData,
      table,
      withoutBuckets
    )
    with Logging {

  /** Lists, prunes and reads; its metrics are those of this scan. */
  @transient private val stock = FileSourceScanExec(
    files,
    source,
    attributes,
    schemaOfData,
    filtersOfPartitions,
    buckets,
    coalescedBuckets,
    filtersOfData,
    table,
    withoutBuckets
  )

  override val nodeName: String =
    s"Scan $relation ${tableIdentifier.map(_.unquotedString + " ").getOrElse("")}(packed by host)"

  private lazy val asked = SQLMetrics.createSizeMetric(sparkContext, "bytes planned")
  private lazy val local = SQLMetrics.createSizeMetric(sparkContext, "bytes planned local")
  private lazy val possible = SQLMetrics.createSizeMetric(sparkContext, "bytes possible local")

  override lazy val metrics: Map[String, SQLMetric] = stock.metrics ++ Map(
    HostPackedScanExec.AskedMetric -> asked,
    HostPackedScanExec.LocalMetric -> local,
    HostPackedScanExec.PossibleMetric -> possible
  )

  /** Without an execution the rows become an RDD, and what a program does with it cannot be seen.
    */
  private def isSeen: Boolean =
    executionId != null || ScanLocality.of(conf) == ScanLocality.Always

  private def executionId: String =
    sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY)

  override lazy val inputRDD: RDD[InternalRow] = stock.inputRDD match {
    case rdd: FileScanRDD if isSeen =>
      try {
        val packed = HostPacking(this, rdd)
        packed.foreach(result => report(result.packing))
        packed.map(result => new HostPackedScanRDD(rdd, result.partitions)).getOrElse(rdd)
      } catch {
        case NonFatal(e) =>
          logWarning(s"the partitions of $nodeName are stock Spark's: packing them failed", e)
          rdd
      }
    case rdd => rdd
  }

  private def report(packing: Packing): Unit = {
    asked.set(packing.bytes)
    local.set(packing.local)
    possible.set(packing.possible)
    SQLMetrics.postDriverMetricUpdates(sparkContext, executionId, Seq(asked, local, possible))
  }

  override def canEqual(other: Any): Boolean = other.isInstanceOf[HostPackedScanExec]

  // A rule's result that equals what was there is dropped.
  override def equals(other: Any): Boolean = other match {
    case that: HostPackedScanExec => super.equals(that)
    case _                        => false
  }

  override def hashCode(): Int = super.hashCode()
}

object HostPackedScanExec {

  val AskedMetric = "situPlannedBytes"
  val LocalMetric = "situPlannedLocalBytes"
  val PossibleMetric = "situPossibleLocalBytes"

  /** Returns the scan that reads the same in other partitions. */
  def apply(scan: FileSourceScanExec): HostPackedScanExec =
    new HostPackedScanExec(
      scan.relation,
      scan.stream,
      scan.output,
      scan.requiredSchema,
      scan.partitionFilters,
      scan.optionalBucketSet,
      scan.optionalNumCoalescedBuckets,
      scan.dataFilters,
      scan.tableIdentifier,
      scan.disableBucketedScan
    )
}
