// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.trees.TreeNodeTag
import org.apache.spark.sql.execution.{ColumnarRule, FileSourceScanExec, SparkPlan}
import org.apache.spark.sql.types.ObjectType

/** Replaces scans of files by scans that are packed by host, where that leaves the answer as it is.
  * With adaptive execution it sees the whole plan before there are stages, and again when what is
  * left is planned again; without, it sees the whole plan as a columnar rule. The columnar rule
  * also sees each stage: scans that were judged with the whole plan keep their judgement.
  */
object HostPackingRule extends Rule[SparkPlan] with Logging {

  private val Judged = TreeNodeTag[String]("io.situ.spark.scan.left")

  /** As a rule of its own kind, for plans without adaptive execution. */
  object Columnar extends ColumnarRule {
    override def preColumnarTransitions: Rule[SparkPlan] = HostPackingRule
  }

  override def apply(plan: SparkPlan): SparkPlan = ScanKeys.get(conf, ScanKeys.MODE) match {
    case ScanLocality.OFF    => judge(plan, Some(s"${ScanKeys.MODE.name} is off"), _ => None)
    case ScanLocality.ALWAYS => judge(plan, None, _ => None)
    case ScanLocality.AUTO   => judge(plan, ofRoot(plan), RowOrder.objection)
  }

  /** What a user's program does with an RDD cannot be seen. */
  private def ofRoot(plan: SparkPlan): Option[String] =
    if (plan.output.exists(_.dataType.isInstanceOf[ObjectType])) {
      Some("its rows become an RDD of objects")
    } else {
      None
    }

  private def judge(
      plan: SparkPlan,
      above: Option[String],
      objection: SparkPlan => Option[String]
  ): SparkPlan = plan match {
    case scan: FileSourceScanExec if scan.getClass == classOf[FileSourceScanExec] =>
      if (scan.getTagValue(Judged).isDefined) scan else replace(scan, above)
    case _ =>
      val here = above.orElse(objection(plan))
      plan.mapChildren(judge(_, here, objection))
  }

  private def replace(scan: FileSourceScanExec, above: Option[String]): SparkPlan =
    above.orElse(ScanObjections.of(scan, conf)) match {
      case Some(reason) =>
        logDebug(s"the partitions of ${scan.nodeName} are stock Spark's: $reason")
        scan.setTagValue(Judged, reason)
        scan
      case None =>
        val packed = HostPackedScanExec(scan)
        packed.copyTagsFrom(scan)
        scan.logicalLink.foreach(packed.setLogicalLink)
        packed
    }
}
