// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import java.util.Locale

import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.FileFormat
import org.apache.spark.sql.execution.datasources.csv.CSVFileFormat
import org.apache.spark.sql.execution.datasources.json.JsonFileFormat
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.internal.SQLConf

/** Why a scan keeps the partitions of stock Spark, as far as it depends on the scan alone. */
private[scan] object ScanObjections {

  /** Subclasses of these may give cuts a meaning of their own. */
  private val Formats: Set[Class[_]] = Set(
    classOf[ParquetFileFormat],
    classOf[OrcFileFormat],
    classOf[CSVFileFormat],
    classOf[JsonFileFormat],
    classOf[TextFileFormat]
  )

  private val CutColumns = Set(FileFormat.FILE_BLOCK_START, FileFormat.FILE_BLOCK_LENGTH)

  private val IgnoreCorrupt = "ignorecorruptfiles"
  private val IgnoreMissing = "ignoremissingfiles"

  /** Returns a clause for the user; None if nothing speaks against it. */
  def of(scan: FileSourceScanExec, conf: SQLConf): Option[String] = {
    val relation = scan.relation
    val schemes = ScanKeys.get(conf, ScanKeys.SCHEMES)
    Seq(
      relation.location.rootPaths.forall(path =>
        schemes.stream.noneMatch(scheme => scheme == path.toUri.getScheme)
      ) ->
        s"its files are on no scheme of ${ScanKeys.SCHEMES.name}",
      ScanApi.isStream(scan) -> "it is part of a stream",
      scan.bucketedScan -> "it is bucketed",
      !Formats.contains(relation.fileFormat.getClass) ->
        s"nothing is known of the format ${relation.fileFormat}",
      scan.fileConstantMetadataColumns.exists(column => CutColumns.contains(column.name)) ->
        "it asks for the parts that files are cut into",
      (conf.ignoreCorruptFiles || hasOption(scan, IgnoreCorrupt)) ->
        "it ignores corrupt files, of which it reads what comes before the fault in each part",
      (conf.ignoreMissingFiles || hasOption(scan, IgnoreMissing)) ->
        "it ignores missing files, of which it reads the parts that come before the removal",
      conf.getConf(SQLConf.IGNORE_DATA_LOCALITY) -> s"${SQLConf.IGNORE_DATA_LOCALITY.key} is true"
    ).collectFirst { case (true, reason) => reason }
  }

  private def hasOption(scan: FileSourceScanExec, name: String): Boolean =
    scan.relation.options.exists { case (key, value) =>
      key.toLowerCase(Locale.ROOT) == name && value.trim.toLowerCase(Locale.ROOT) != "false"
    }
}
