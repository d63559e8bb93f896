// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.execution.{CoalesceExec, SparkPlan, TakeOrderedAndProjectExec}
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeLike, ShuffleExchangeLike}
import org.apache.spark.sql.execution.window.{WindowExec, WindowGroupLimitExec}
import org.apache.spark.sql.types._

/** Which operators give the same rows whatever the order of their input and however it is cut into
  * partitions. Those that are not known to do so are taken not to.
  */
private[scan] object RowOrder {

  private val Execution = "org.apache.spark.sql.execution."
  private val Expressions = "org.apache.spark.sql.catalyst.expressions."

  /** By their names, which hold for each line of Spark whether or not it has them. */
  private val Operators: Set[String] = Set(
    "ProjectExec",
    "FilterExec",
    "ExpandExec",
    "GenerateExec",
    "UnionExec",
    "CoalesceExec",
    "SortExec",
    "TakeOrderedAndProjectExec",
    "MapElementsExec",
    "SerializeFromObjectExec",
    "DeserializeToObjectExec",
    "ColumnarToRowExec",
    "InputAdapter",
    "WholeStageCodegenExec",
    "window.WindowExec",
    "window.WindowGroupLimitExec",
    "aggregate.HashAggregateExec",
    "aggregate.ObjectHashAggregateExec",
    "aggregate.SortAggregateExec",
    "exchange.ShuffleExchangeExec",
    "exchange.BroadcastExchangeExec",
    "joins.BroadcastHashJoinExec",
    "joins.BroadcastNestedLoopJoinExec",
    "joins.CartesianProductExec",
    "joins.ShuffledHashJoinExec",
    "joins.SortMergeJoinExec",
    "command.DataWritingCommandExec",
    "command.ExecutedCommandExec",
    "datasources.WriteFilesExec",
    "adaptive.AQEShuffleReadExec",
    "adaptive.ShuffleQueryStageExec",
    "adaptive.BroadcastQueryStageExec"
  ).map(Execution + _)

  /** What a scan keeps for rows that tie where a limit cuts: stock Spark takes the same of them in
    * each run if all come from one partition.
    */
  sealed trait ForTies

  /** No such limit, or a shuffle before it. */
  case object KeepsNothing extends ForTies

  /** Stock Spark's partition, if it is a single one. */
  case object KeepsOne extends ForTies

  /** Stock Spark's partitions: an operator has their rows, in their order, in one. */
  case object KeepsAll extends ForTies

  /** What operators ask of the scans below them.
    *
    * @param objection
    *   why the scans keep stock Spark's partitions, as a clause for the user
    */
  final case class Demand(objection: Option[String], forTies: ForTies) {

    /** Returns why a scan keeps all of stock Spark's partitions. */
    def ofAll: Option[String] = objection.orElse(
      if (forTies == KeepsAll) Some("a limit takes some of the rows that tie") else None
    )
  }

  /** Returns what an operator and those above it ask of what is below.
    *
    * @param sums
    *   those of the whole plan
    */
  def below(sums: DecimalSums, plan: SparkPlan, above: Demand): Demand =
    Demand(above.objection.orElse(objection(plan, sums)), forTies(plan, above.forTies))

  private def forTies(plan: SparkPlan, above: ForTies): ForTies = plan match {
    case taken: TakeOrderedAndProjectExec if isOrderedByAll(taken)           => KeepsNothing
    case _: TakeOrderedAndProjectExec                                        => KeepsOne
    case _: ShuffleExchangeLike                                              => KeepsNothing
    case _: BroadcastExchangeLike | _: CoalesceExec if above != KeepsNothing => KeepsAll
    case _                                                                   => above
  }

  /** Rows that tie are the same then. */
  private def isOrderedByAll(taken: TakeOrderedAndProjectExec): Boolean = {
    val keys = AttributeSet(taken.sortOrder.map(_.child).collect {
      case key: Attribute if isExact(key.dataType) => key
    })
    taken.projectList.forall(column => column.deterministic && column.references.subsetOf(keys))
  }

  private def objection(plan: SparkPlan, sums: DecimalSums): Option[String] =
    if (!Operators.contains(plan.getClass.getName)) {
      Some(s"its rows go into ${plan.nodeName}, which may depend on their order")
    } else {
      plan match {
        case window: WindowExec           => ofExpressions(plan, sums).orElse(ofWindow(window))
        case aggregate: BaseAggregateExec => ofExpressions(plan, sums).orElse(ofGroups(aggregate))
        case limit: WindowGroupLimitExec if !limit.rankLikeFunction.isInstanceOf[RankLike] =>
          Some(s"${shortened(limit.rankLikeFunction)} may depend on the order of rows")
        case _ => ofExpressions(plan, sums)
      }
    }

  private def ofExpressions(plan: SparkPlan, sums: DecimalSums): Option[String] =
    plan.expressions.find(!isFixed(_)).orElse(ofSums(plan, sums)).map(mayDepend)

  private def ofSums(plan: SparkPlan, sums: DecimalSums): Option[Expression] =
    plan.expressions
      .flatMap(_.collect {
        case sum: Sum         => sum.child
        case average: Average => average.child
      })
      .find(!sums.hasRoom(_))

  private def mayDepend(expression: Expression): String =
    s"${shortened(expression)} may depend on the order of rows"

  /** The first of equal values stands for a group. */
  private def ofGroups(aggregate: BaseAggregateExec): Option[String] =
    aggregate.groupingExpressions.find(group => !isSameIfEqual(group.dataType)).map(mayDepend)

  /** Not so where a collation has strings of other characters be equal. */
  private def isSameIfEqual(dataType: DataType): Boolean = dataType match {
    case string: StringType       => string == StringType
    case array: ArrayType         => isSameIfEqual(array.elementType)
    case map: MapType             => isSameIfEqual(map.keyType) && isSameIfEqual(map.valueType)
    case struct: StructType       => struct.fields.forall(field => isSameIfEqual(field.dataType))
    case user: UserDefinedType[_] => isSameIfEqual(user.sqlType)
    case _                        => true
  }

  private def shortened(expression: Expression): String = expression.toString.take(80)

  /** The name of a row's file is the row's own. */
  private def isFixed(expression: Expression): Boolean = {
    val known = expression.transform { case _: InputFileName => Literal("") }
    known.deterministic && !known.exists {
      case aggregate: AggregateExpression => !isFixed(aggregate.aggregateFunction)
      case generator: Generator           => !isByRow(generator.getClass)
      case _                              => false
    }
  }

  /** Those of others, such as Hive's, may have more rows at the end of each partition. */
  private[scan] def isByRow(generator: Class[_]): Boolean =
    generator.getName.startsWith(Expressions)

  private[scan] def isFixed(function: AggregateFunction): Boolean = function match {
    case _: Count | _: BitAndAgg | _: BitOrAgg | _: BitXorAgg | _: HyperLogLogPlusPlus => true
    case _: BloomFilterAggregate                                                       => true
    case min: Min => isExact(min.child.dataType)
    case max: Max => isExact(max.child.dataType)
    case sum: Sum => isExact(sum.child.dataType) && !mayBecomeNull(sum, sum.child)
    case average: Average =>
      isAveragedExactly(average.child.dataType) && !mayBecomeNull(average, average.child)
    case _ => false
  }

  /** A partial sum that overflows makes all of `try_sum` NULL. Those of small integers do not. */
  private def mayBecomeNull(function: AggregateFunction, values: Expression): Boolean =
    values.dataType match {
      case ByteType | ShortType | IntegerType => false
      case _                                  => isTry(function)
    }

  /** Lines of Spark have the mode after the values, as it is or in a context. One that is not known
    * counts as this one.
    */
  private def isTry(function: AggregateFunction): Boolean =
    !function.productIterator
      .drop(1)
      .flatMap {
        case context: scala.Product => context.productIterator
        case mode                   => Iterator(mode)
      }
      .exists(mode => mode == EvalMode.ANSI || mode == EvalMode.LEGACY)

  /** Equal values are the same, and sums do not depend on their order. */
  private def isExact(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType | _: DecimalType => true
    case DateType | TimestampType | TimestampNTZType                    => true
    case _: YearMonthIntervalType | _: DayTimeIntervalType              => true
    case BooleanType | BinaryType | NullType                            => true
    case string: StringType                                             => isSameIfEqual(string)
    case _                                                              => false
  }

  /** Other integers are added up as floating-point numbers that may become too large for it. */
  private def isAveragedExactly(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | _: DecimalType             => true
    case _: YearMonthIntervalType | _: DayTimeIntervalType => true
    case _                                                 => false
  }

  /** Rows that compare equal come in any order: ranks are the same for all of them. */
  private def ofWindow(window: WindowExec): Option[String] =
    window.windowExpression
      .find(!_.exists {
        case WindowExpression(_: RankLike | _: CumeDist, _) => true
        case WindowExpression(_: AggregateExpression, spec) => isByValue(spec.frameSpecification)
        case _                                              => false
      })
      .map(mayDepend)

  private def isByValue(frame: WindowFrame): Boolean = frame match {
    case SpecifiedWindowFrame(RangeFrame, _, _)                          => true
    case SpecifiedWindowFrame(_, UnboundedPreceding, UnboundedFollowing) => true
    case _                                                               => false
  }
}
