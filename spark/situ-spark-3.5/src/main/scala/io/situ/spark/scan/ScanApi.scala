// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import scala.collection.convert.{DecorateAsJava, DecorateAsScala}

import org.apache.hadoop.fs.{FileStatus, Path}
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.{FilePartition, FileStatusWithMetadata}
import org.apache.spark.sql.execution.datasources.PartitionDirectory

/** What differs between lines of Spark, and of Scala, for scans. */
private[scan] object ScanApi extends DecorateAsJava with DecorateAsScala {

  private val AnyPath = new Path("/")

  /** Returns whether a scan is part of a stream. */
  def isStream(scan: FileSourceScanExec): Boolean = scan.logicalLink.exists(_.isStreaming)

  /** Returns how many bytes a partition of files of these sizes has at most, by Spark's own rule,
    * which asks for the sizes only.
    */
  def maxSplitBytes(session: SparkSession, sizes: Seq[Long]): Long = {
    val files = sizes.map { size =>
      FileStatusWithMetadata(new FileStatus(size, false, 0, 0, 0, AnyPath))
    }
    FilePartition.maxSplitBytes(session, Seq(PartitionDirectory(InternalRow.empty, files)))
  }
}
