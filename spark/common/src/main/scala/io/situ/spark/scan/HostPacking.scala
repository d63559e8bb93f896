// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import java.util.{List => JavaList, Locale, Optional, OptionalInt}

import io.situ.spark.scan.ScanApi._
import io.situ.spark.scan.footer.{FileFactsLoader, FooterFormat, ScanFile}
import io.situ.spark.scan.pack.{HostIndex, HostPacker, PackedPartition, Packing, PartitionLimits}
import io.situ.spark.scan.pack.{Piece, ScanCapacity}
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.io.compress.CompressionCodecFactory
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.{FilePartition, FileScanRDD, PartitionedFile}
import org.apache.spark.sql.execution.datasources.orc.OrcFileFormat
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat

/** Packs what a stock scan reads by host. */
private[scan] object HostPacking {

  /** The partitions, as they were packed, and for which hosts; and how files are opened. */
  final case class Result(
      partitions: Seq[PackedFilePartition],
      packing: Packing,
      names: ExecutorHosts,
      hadoopConf: Configuration
  )

  private val facts = new FileFactsLoader

  /** What changes where lines end: then files are cut where stock Spark cuts them. */
  private val LineOptions = Set("linesep", "encoding", "charset")

  /** Into how many parts lines are cut that fill a partition, for hosts to be given the same. */
  private val PartsOfLines = 8

  /** Into how many parts the time is cut: names of hosts, and versions of files, have one each. */
  private val PartsOfTime = 8

  /** Returns None if stock Spark's partitions are to stay, as no host is known. */
  def apply(scan: FileSourceScanExec, stock: FileScanRDD): Option[Result] = {
    val cuts = stock.filePartitions.flatMap(_.files).groupBy(_.filePath)
    val templates = cuts.values.map(_.sortBy(_.start)).filter(isWhole).toIndexedSeq
    if (templates.size < cuts.size) {
      None // A file that is read twice.
    } else {
      pack(scan, templates.sortBy(_.head.filePath.urlEncoded))
    }
  }

  private def isWhole(cuts: Seq[PartitionedFile]): Boolean =
    cuts.head.start == 0 && cuts.last.start + cuts.last.length == cuts.head.fileSize &&
      cuts.zip(cuts.drop(1)).forall { case (a, b) => a.start + a.length == b.start }

  private def pack(scan: FileSourceScanExec, files: IndexedSeq[Seq[PartitionedFile]]) = {
    val conf = scan.conf
    val limits = partitionLimits(scan, files)
    // Of the session that listed the files, as the reader of stock Spark has it.
    val hadoopConf =
      scan.relation.sparkSession.sessionState.newHadoopConfWithOptions(scan.relation.options)
    val codecs = new CompressionCodecFactory(hadoopConf)
    val scanFiles = files.map(scanFile(scan, codecs, _)).asJava
    val timeout = ScanKeys.get(conf, ScanKeys.TIMEOUT)
    val part = timeout.dividedBy(PartsOfTime)
    val deadline = System.nanoTime + timeout.toNanos
    val columns = new AskedColumns(scan.requiredSchema, conf.caseSensitiveAnalysis)
    val wanted = new FileFactsLoader.Wanted(limits.maxBytes, columns)
    val known = facts.load(scanFiles, hadoopConf, wanted, timeout.minus(part).minus(part))
    val executors = RunningExecutors.now(scan.session.sparkContext)
    val holders = (scanFiles.asScala.flatMap(_.stockCuts.asScala) ++
      known.asScala.flatMap(_.pieces.asScala)).flatMap(_.hosts.asScala).toSet.asJava
    val names = ExecutorHosts.of(
      executors.hosts,
      holders,
      HostAddresses.OF_THIS_HOST,
      deadline - part.toNanos
    )
    val hosts = new HostIndex(names)
    val units = ScanUnits.of(
      scanFiles,
      known,
      new ScanUnits(hosts, Math.max(1, limits.maxBytes / PartsOfLines))
    )
    if (units.asScala.forall(_.hosts.isEmpty)) {
      None
    } else {
      val usable = if (executors.complete) hosts.on(executors.hosts, units) else units
      val capacity = new ScanCapacity(executors.slotsForAll, ScanKeys.costs(conf))
      val packing = HostPacker.pack(usable, hosts, limits, capacity)
      val divided = dividedFiles(packing, scanFiles.asScala, FileEtags.of(_, hadoopConf, deadline))
      val partitions = packing.partitions.asScala.zipWithIndex.map { case (packed, index) =>
        val parts = packed.ranges.asScala.map(_.file).distinct.flatMap(divided(_)).toArray
        new PackedFilePartition(index, rangesOf(packed, files), packed.bytes, parts)
      }
      Some(Result(partitions.toSeq, packing, names, hadoopConf))
    }
  }

  /** Returns for each file what it has to stay, if more than one part of it is read. */
  private def dividedFiles(
      packing: Packing,
      files: collection.Seq[ScanFile],
      etags: JavaList[ScanFile] => JavaList[String]
  ): IndexedSeq[Option[ListedFile]] = {
    val parts = new Array[Int](files.size)
    packing.partitions.forEach(_.ranges.forEach(range => parts(range.file) += 1))
    val several = files.indices.filter(parts(_) > 1)
    val listed = Array.fill(files.size)(Option.empty[ListedFile])
    several.zip(etags(several.map(files(_)).asJava).asScala).foreach { case (file, etag) =>
      listed(file) = Some(ListedFile.of(files(file), etag))
    }
    listed.toIndexedSeq
  }

  private def rangesOf(packed: PackedPartition, files: IndexedSeq[Seq[PartitionedFile]]) = {
    val hosts = packed.hosts.asScala.toArray
    packed.ranges.asScala.map { range =>
      files(range.file).head.copy(start = range.start, length = range.length, locations = hosts)
    }.toArray
  }

  private def scanFile(
      scan: FileSourceScanExec,
      codecs: CompressionCodecFactory,
      cuts: Seq[PartitionedFile]
  ): ScanFile = {
    val relation = scan.relation
    val path = cuts.head.toPath
    val splitable =
      relation.fileFormat.isSplitable(relation.sparkSession, relation.options, path)
    val format: Option[FooterFormat] = relation.fileFormat match {
      case _ if !splitable      => None
      case _: ParquetFileFormat => Some(FooterFormat.PARQUET)
      case _: OrcFileFormat     => Some(FooterFormat.ORC)
      case _                    => None
    }
    new ScanFile(
      path,
      cuts.head.fileSize,
      cuts.head.modificationTime,
      Optional.ofNullable(format.orNull),
      splitable && format.isEmpty && isPlainText(relation.options) &&
        codecs.getCodec(path) == null,
      cuts
        .map(cut => new Piece(cut.start, cut.start + cut.length, cut.locations.toList.asJava))
        .asJava
    )
  }

  private def isPlainText(options: Map[String, String]): Boolean =
    !options.keys.exists(key => LineOptions.contains(key.toLowerCase(Locale.ROOT)))

  /** As stock Spark's own packing has them. */
  private def partitionLimits(
      scan: FileSourceScanExec,
      files: IndexedSeq[Seq[PartitionedFile]]
  ): PartitionLimits = {
    val openCost = scan.conf.filesOpenCostInBytes
    new PartitionLimits(
      maxSplitBytes(scan.relation.sparkSession, files.map(_.head.fileSize)),
      openCost,
      scan.conf.filesMaxPartitionNum.map(OptionalInt.of).getOrElse(OptionalInt.empty)
    )
  }
}
