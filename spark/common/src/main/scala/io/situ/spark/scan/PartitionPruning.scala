// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.sql.catalyst.trees.TreePattern
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, BroadcastQueryStageExec}
import org.apache.spark.sql.execution.adaptive.QueryStageExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeLike, ReusedExchangeExec}

/** Has a plan that finds the partitions of a scan while the query runs read what the join reads
  * whose broadcast it uses. Such a plan is judged by itself, before the query is, so that nothing
  * may speak against packing its scans; those that the join leaves to stock Spark have to be stock
  * Spark's in it, too, or Spark drops the plan and reads all partitions.
  */
private[scan] object PartitionPruning {

  /** Returns the plan of a query, whose scans have been judged, with plans for partitions that read
    * as it does. With adaptive execution these are marked where they are.
    */
  def align(query: SparkPlan): SparkPlan = aligned(query, Nil)

  /** @param broadcast
    *   what is broadcast for joins above
    */
  private def aligned(plan: SparkPlan, broadcast: Seq[SparkPlan]): SparkPlan =
    if (plan.containsPattern(TreePattern.IN_SUBQUERY_EXEC)) {
      val below = broadcast ++ plan.children.filter(isBroadcast)
      val planned = plan.mapChildren(aligned(_, below))
      planned.transformExpressions { case in: InSubqueryExec => aligned(in, broadcast) }
    } else {
      plan
    }

  private def isBroadcast(plan: SparkPlan): Boolean =
    plan.isInstanceOf[BroadcastExchangeLike] || plan.isInstanceOf[BroadcastQueryStageExec]

  private def aligned(in: InSubqueryExec, broadcast: Seq[SparkPlan]): InSubqueryExec = {
    lazy val stock = broadcast.flatMap(stockScans).toSet
    in.plan match {
      case adaptive: SubqueryAdaptiveBroadcastExec =>
        mark(adaptive.child, stock)
        in
      case planned: SubqueryBroadcastExec =>
        in.withNewPlan(
          planned.mapChildren(inStockPartitions(_, stock)).asInstanceOf[BaseSubqueryExec]
        )
      case _ => in
    }
  }

  /** Returns the canonical forms of scans in stock Spark's partitions. */
  private def stockScans(plan: SparkPlan): Seq[SparkPlan] = plan match {
    case _: HostPackedScan          => Nil
    case scan: FileSourceScanExec   => Seq(scan.canonicalized)
    case stage: QueryStageExec      => stockScans(stage.plan)
    case reused: ReusedExchangeExec => stockScans(reused.child)
    case _                          => plan.children.flatMap(stockScans)
  }

  /** A plan in place of this one would be equal to it, and Spark would drop it. */
  private def mark(plan: SparkPlan, stock: Set[SparkPlan]): Unit = plan match {
    case adaptive: AdaptiveSparkPlanExec =>
      adaptive.executedPlan.foreach {
        case scan: HostPackedScan if stock.contains(scan.stockForm) => scan.becomeStock()
        case _                                                      =>
      }
    case _ =>
  }

  private def inStockPartitions(plan: SparkPlan, stock: Set[SparkPlan]): SparkPlan =
    plan.transform {
      case scan: HostPackedScan if stock.contains(scan.stockForm) => scan.inStockPartitions
    }
}
