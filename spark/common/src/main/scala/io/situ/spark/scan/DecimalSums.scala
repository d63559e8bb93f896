// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution.{ExpandExec, SparkPlan, UnionExec}
import org.apache.spark.sql.execution.adaptive.QueryStageExec
import org.apache.spark.sql.execution.exchange.ReusedExchangeExec
import org.apache.spark.sql.types._

/** Sums of decimals in one plan. Not thread-safe.
  *
  * @param plan
  *   the whole of it: each column is followed to what it is computed from
  */
private[scan] final class DecimalSums(plan: SparkPlan) {

  /** How many more digits Spark gives a sum than its values have. */
  private val DigitsOfSums = 10

  /** What columns are computed from, those of one identifier together. A column that an operator
    * has from no other, such as a file's, is its own source.
    */
  private lazy val sources: Map[ExprId, Seq[Expression]] = {
    val all = mutable.HashMap.empty[ExprId, mutable.ArrayBuffer[Expression]]
    addSources(
      plan,
      (column, source) => all.getOrElseUpdate(column, mutable.ArrayBuffer.empty) += source
    )
    all.iterator.map { case (column, from) => column -> from.toList }.toMap
  }

  private val roomy = mutable.HashMap.empty[ExprId, Boolean]

  /** Whether a sum has Spark's ten digits more than the values, of which there are 38 at most.
    * Without them it may overflow in a partition of one packing and not in one of another. What is
    * computed has more digits by its type than by its values, hence only what it is computed from
    * counts.
    */
  def hasRoom(values: Expression): Boolean =
    !values.exists {
      case column: Attribute if isWide(column.dataType) => !isRoomy(column.exprId)
      case part => isWide(part.dataType) && !isComputed(part)
    }

  /** Each column is followed once. One that leads to itself has no room. */
  private def isRoomy(column: ExprId): Boolean =
    roomy.getOrElse(
      column, {
        roomy(column) = false
        val found = sources.get(column).exists(_.forall(hasRoom))
        roomy(column) = found
        found
      }
    )

  private def addSources(plan: SparkPlan, add: (ExprId, Expression) => Unit): Unit = {
    val inputs = plan match {
      case stage: QueryStageExec      => Seq(stage.plan)
      case reused: ReusedExchangeExec => Seq(reused.child)
      case _                          => plan.children
    }
    val computed = plan.expressions.flatMap(_.collect { case alias: Alias =>
      alias.toAttribute -> alias.child
    })
    val moved = byPosition(plan, inputs).filterNot { case (column, source) =>
      column.semanticEquals(source)
    }
    (computed ++ moved).foreach { case (column, source) => add(column.exprId, source) }
    val known = AttributeSet((computed ++ moved).map(_._1) ++ inputs.flatMap(_.output))
    plan.output.filterNot(known.contains).foreach(column => add(column.exprId, column))
    inputs.foreach(addSources(_, add))
  }

  /** Returns the columns that have their values by position from others. */
  private def byPosition(
      plan: SparkPlan,
      inputs: Seq[SparkPlan]
  ): Seq[(Attribute, Expression)] = plan match {
    case _: UnionExec | _: ReusedExchangeExec =>
      inputs.flatMap(input => plan.output.zip(input.output))
    case expand: ExpandExec => expand.projections.flatMap(expand.output.zip(_))
    case _                  => Nil
  }

  private def isWide(dataType: DataType): Boolean = dataType match {
    case decimal: DecimalType => decimal.precision + DigitsOfSums > DecimalType.MAX_PRECISION
    case _                    => false
  }

  private def isComputed(expression: Expression): Boolean = expression match {
    case _: BinaryArithmetic | _: UnaryMinus | _: Abs | _: CaseWhen | _: If | _: Coalesce => true
    case _: Literal                                                                       => true
    case cast: Cast =>
      cast.child.dataType match {
        case ByteType | ShortType | IntegerType | LongType | _: DecimalType => true
        case _                                                              => false
      }
    case _ => false
  }
}
