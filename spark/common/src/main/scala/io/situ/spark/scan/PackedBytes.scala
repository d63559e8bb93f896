// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import io.situ.spark.scan.pack.PlannedBytes
import org.apache.spark.{SparkContext, TaskContext}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The metrics of a packed scan: what its tasks read, and how much of it the plan made local. A
  * scan that is planned and not run, or whose rows are used again, adds nothing.
  */
private[scan] final class PackedBytes(
    val planned: SQLMetric,
    val local: SQLMetric,
    val possible: SQLMetric
) extends Serializable {

  /** Returns the rows, and counts what the task reads for them: until they end or the task does. */
  def counted[T](context: TaskContext, bytes: PlannedBytes, rows: => Iterator[T]): Iterator[T] = {
    val before = ThreadReads.bytes
    var counting = true
    def end(): Unit = if (counting) {
      counting = false
      add(bytes.of(ThreadReads.bytes - before))
    }
    // Listeners run in reverse order: this one after that of the rows, which closes their files.
    context.addTaskCompletionListener[Unit](_ => end())
    val all = rows
    new Iterator[T] {
      override def hasNext: Boolean = {
        val more = all.hasNext
        if (!more) end()
        more
      }
      override def next(): T = all.next()
    }
  }

  private def add(read: PlannedBytes): Unit = {
    planned.add(read.all)
    local.add(read.local)
    possible.add(read.possible)
  }
}

private[scan] object PackedBytes {

  def apply(context: SparkContext): PackedBytes = new PackedBytes(
    SQLMetrics.createSizeMetric(context, "bytes planned"),
    SQLMetrics.createSizeMetric(context, "bytes planned local"),
    SQLMetrics.createSizeMetric(context, "bytes possible local")
  )
}
