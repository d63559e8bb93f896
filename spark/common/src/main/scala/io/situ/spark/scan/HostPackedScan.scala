// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import scala.util.control.NonFatal

import org.apache.spark.internal.Logging
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{FileSourceScanExec, SparkPlan, SQLExecution}
import org.apache.spark.sql.execution.datasources.FileScanRDD
import org.apache.spark.sql.execution.metric.SQLMetric
import org.apache.spark.sql.vectorized.ColumnarBatch
import org.apache.spark.util.SerializableConfiguration

/** A scan of files whose partitions are packed by host. What is constructed differs between lines
  * of Spark: HostPackedScanExec of each.
  */
trait HostPackedScan extends FileSourceScanExec with Logging {

  /** Lists, prunes and reads; its metrics are those of this scan. */
  protected def stock: FileSourceScanExec

  override val nodeName: String =
    s"Scan $relation ${tableIdentifier.map(_.unquotedString + " ").getOrElse("")}(packed by host)"

  private lazy val bytes = PackedBytes(sparkContext)

  override lazy val metrics: Map[String, SQLMetric] = stock.metrics ++ Map(
    HostPackedScan.PlannedMetric -> bytes.planned,
    HostPackedScan.LocalMetric -> bytes.local,
    HostPackedScan.PossibleMetric -> bytes.possible
  )

  /** Once for both: with it the reader of the stock scan gives the rows that this scan promises. */
  override lazy val supportsColumnar: Boolean = stock.supportsColumnar

  /** A packed scan is none in stock Spark's partitions: neither stands for the other. */
  override def doCanonicalize(): FileSourceScanExec =
    if (becomesStock) super.doCanonicalize() else HostPackedScanExec(super.doCanonicalize())

  /** Returns the canonical form of the scan in stock Spark's partitions. */
  private[scan] def stockForm: SparkPlan = stock.canonicalized

  /** Has the rule replace this scan by the one in stock Spark's partitions when it sees the plan
    * again, which is before it is executed. To be called before the plan's canonical form is asked
    * for, which is kept.
    */
  private[scan] def becomeStock(): Unit = setTagValue(HostPackedScan.BecomesStock, ())

  private[scan] def becomesStock: Boolean = getTagValue(HostPackedScan.BecomesStock).isDefined

  /** Returns the scan in stock Spark's partitions, which the rule leaves so. */
  private[scan] def inStockPartitions: FileSourceScanExec = {
    stock.copyTagsFrom(this)
    HostPackingRule.leave(stock, "the join whose broadcast it uses reads those")
    stock
  }

  /** Without an execution the rows become an RDD, and what a program does with it cannot be seen.
    * An execution of the same plan may have come before.
    */
  private def isSeen: Boolean =
    sparkContext.getLocalProperty(SQLExecution.EXECUTION_ID_KEY) != null ||
      ScanKeys.get(conf, ScanKeys.MODE) == ScanLocality.ALWAYS

  override lazy val inputRDD: RDD[InternalRow] = stock.inputRDD match {
    case rdd: FileScanRDD if rdd.filePartitions.size > 1 || !keepsOnePartition =>
      try {
        HostPacking(this, rdd).map(packedRDD(rdd, _)).getOrElse(rdd)
      } catch {
        case e @ (NonFatal(_) | _: LinkageError) =>
          logWarning(s"the partitions of $nodeName are stock Spark's: packing them failed", e)
          rdd
      }
    case rdd => rdd
  }

  /** Stock Spark gives the rows of a single partition in the same order each time. */
  private def keepsOnePartition: Boolean = getTagValue(HostPackedScan.KeepsOnePartition).isDefined

  override def inputRDDs(): Seq[RDD[InternalRow]] =
    if (isSeen) super.inputRDDs() else stock.inputRDDs()

  override protected def doExecute(): RDD[InternalRow] =
    if (isSeen) super.doExecute() else stock.execute()

  override protected def doExecuteColumnar(): RDD[ColumnarBatch] =
    if (isSeen) super.doExecuteColumnar() else stock.executeColumnar()

  private def packedRDD(rdd: FileScanRDD, packed: HostPacking.Result): RDD[InternalRow] = {
    HostsWithoutExecutor.post(sparkContext, bytes.planned.id, packed.packing, packed.names)
    val conf = sparkContext.broadcast(new SerializableConfiguration(packed.hadoopConf))
    new HostPackedScanRDD(rdd, packed.partitions, bytes, conf)
  }

  override def canEqual(other: Any): Boolean = other.isInstanceOf[HostPackedScan]

  // A rule's result that equals what was there is dropped.
  override def equals(other: Any): Boolean = other match {
    case that: HostPackedScan => super.equals(that)
    case _                    => false
  }

  override def hashCode(): Int = super.hashCode()
}

object HostPackedScan {

  val PlannedMetric = "situPlannedBytes"
  val LocalMetric = "situPlannedLocalBytes"
  val PossibleMetric = "situPossibleLocalBytes"

  /** Has the scan keep stock Spark's partition if that is a single one. */
  private[scan] val KeepsOnePartition = TreeNodeTag[Unit]("io.situ.spark.scan.one")

  private val BecomesStock = TreeNodeTag[Unit]("io.situ.spark.scan.stock")
}
