// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import java.util.concurrent.atomic.AtomicBoolean

import io.situ.spark.line.SparkLine
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{ColumnarRule, FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.execution.adaptive.QueryStageExec
import org.apache.spark.sql.types.ObjectType

/** Replaces scans of files by scans that are packed by host, where that leaves the answer as it is.
  * With adaptive execution it sees the whole plan before there are stages, and again when what is
  * left is planned again; without, it sees the whole plan as a columnar rule. The columnar rule
  * also sees each stage: scans that were judged with the whole plan keep their judgement.
  */
object HostPackingRule extends Rule[SparkPlan] with Logging {

  private val Judged = TreeNodeTag[String]("io.situ.spark.scan.left")

  /** What Spark calls the one column of rows that it gives to a program's function. Its type is an
    * object's, but for numbers, booleans, bytes and intervals.
    */
  private val FunctionInput = "obj"

  /** Plans and runs queries of its own while it runs itself, from Spark 4.1 on. */
  private val Recursion = "org.apache.spark.sql.execution.UnionLoopExec"

  /** As a rule of its own kind, for plans without adaptive execution. */
  object Columnar extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = HostPackingRule
  }

  /** Set by the first plan that this Spark's classes do not let be judged. */
  private val unlinked = new AtomicBoolean

  /** A later version of Spark may lack what this one has: its plans stay as they are. */
  override def apply(plan: SparkPlan): SparkPlan =
    try {
      judged(plan)
    } catch {
      case e: LinkageError =>
        if (!unlinked.getAndSet(true)) {
          logWarning(s"scans are not packed by host with Spark ${SparkLine.sparkVersion}: $e")
        }
        plan
    }

  /** Without files a plan is not refused for a key of scans: `SET` may be what puts it right. */
  private def judged(plan: SparkPlan): SparkPlan =
    if (plan.exists(mayReadFiles)) {
      ScanKeys.requireValid(conf)
      ScanKeys.get(conf, ScanKeys.MODE) match {
        case ScanLocality.OFF =>
          judge(plan, root(Some(s"${ScanKeys.MODE.name} is off")), asAbove)
        case ScanLocality.ALWAYS => judge(plan, root(None), asAbove)
        case ScanLocality.AUTO =>
          val sums = new DecimalSums(plan)
          PartitionPruning.align(judge(plan, root(ofRoot(plan)), RowOrder.below(sums, _, _)))
      }
    } else {
      plan
    }

  private def mayReadFiles(plan: SparkPlan): Boolean =
    plan.isInstanceOf[FileSourceScanExec] || plan.isInstanceOf[QueryStageExec]

  private def root(objection: Option[String]) = RowOrder.Demand(objection, RowOrder.KeepsNothing)

  private def asAbove(plan: SparkPlan, above: RowOrder.Demand): RowOrder.Demand = above

  /** What is done with the rows cannot be seen, or is in another plan. */
  private def ofRoot(plan: SparkPlan): Option[String] =
    if (isForFunction(plan.output)) {
      Some("its rows go to a function of the program, or become an RDD of objects")
    } else if (isPartOfRecursion) {
      Some("it is a part of a recursion, whose rows go on in another plan")
    } else {
      None
    }

  private def isForFunction(columns: Seq[Attribute]): Boolean =
    columns.map(_.name) == Seq(FunctionInput) ||
      columns.exists(_.dataType.isInstanceOf[ObjectType])

  /** Spark plans the parts in the thread that runs the recursion, and does not mark them. */
  private def isPartOfRecursion: Boolean =
    Thread.currentThread.getStackTrace.exists(_.getClassName == Recursion)

  private def judge(
      plan: SparkPlan,
      above: RowOrder.Demand,
      below: (SparkPlan, RowOrder.Demand) => RowOrder.Demand
  ): SparkPlan = plan match {
    case scan: FileSourceScanExec if scan.getClass == classOf[FileSourceScanExec] =>
      if (scan.getTagValue(Judged).isDefined) scan else replace(scan, above)
    case packed: HostPackedScan if packed.becomesStock => packed.inStockPartitions
    case _ =>
      val here = below(plan, above)
      plan.mapChildren(judge(_, here, below))
  }

  private def replace(scan: FileSourceScanExec, above: RowOrder.Demand): SparkPlan =
    above.ofAll.orElse(ScanObjections.of(scan, conf)) match {
      case Some(reason) =>
        leave(scan, reason)
        scan
      case None =>
        val packed = HostPackedScanExec(scan)
        packed.copyTagsFrom(scan)
        scan.logicalLink.foreach(packed.setLogicalLink)
        if (above.forTies == RowOrder.KeepsOne) {
          packed.setTagValue(HostPackedScan.KeepsOnePartition, ())
        }
        packed
    }

  /** Has a scan keep stock Spark's partitions, also when it is seen again. */
  private[scan] def leave(scan: FileSourceScanExec, reason: String): Unit = {
    logDebug(s"the partitions of ${scan.nodeName} are stock Spark's: $reason")
    scan.setTagValue(Judged, reason)
  }
}
