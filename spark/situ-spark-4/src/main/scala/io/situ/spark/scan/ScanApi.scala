// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import scala.collection.convert.{AsJavaExtensions, AsScalaExtensions}

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.FilePartition

/** What differs between lines of Spark, and of Scala, for scans. */
private[scan] object ScanApi extends AsJavaExtensions with AsScalaExtensions {

  /** Returns whether a scan is part of a stream. */
  def isStream(scan: FileSourceScanExec): Boolean = scan.getStream.isDefined

  /** Returns how many bytes a partition of files of these sizes has at most, by Spark's own rule.
    */
  def maxSplitBytes(session: SparkSession, sizes: Seq[Long]): Long = {
    val openCost = session.sessionState.conf.filesOpenCostInBytes
    FilePartition.maxSplitBytes(session, sizes.map(_ + openCost).sum)
  }
}
