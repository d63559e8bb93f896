// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.execution.FileSourceScanExec
import org.apache.spark.sql.execution.datasources.HadoopFsRelation
import org.apache.spark.sql.types.StructType
import org.apache.spark.util.collection.BitSet

/** A scan of files whose partitions are packed by host. Plans are copied by reflection, hence the
  * arguments, which are those of the stock scan.
  */
class HostPackedScanExec(
    @transient files: HadoopFsRelation,
    attributes: Seq[Attribute],
    schemaOfData: StructType,
    filtersOfPartitions: Seq[Expression],
    buckets: Option[BitSet],
    coalescedBuckets: Option[Int],
    filtersOfData: Seq[Expression],
    table: Option[TableIdentifier],
    withoutBuckets: Boolean
) extends FileSourceScanExec(
      files,
      attributes,
      schemaOfData,
      filtersOfPartitions,
      buckets,
      coalescedBuckets,
      filtersOfData,
      table,
      withoutBuckets
    )
    with HostPackedScan {

  @transient override protected val stock: FileSourceScanExec = copy()
}

object HostPackedScanExec {

  /** Returns the scan that reads the same in other partitions. */
  def apply(scan: FileSourceScanExec): HostPackedScanExec =
    new HostPackedScanExec(
      scan.relation,
      scan.output,
      scan.requiredSchema,
      scan.partitionFilters,
      scan.optionalBucketSet,
      scan.optionalNumCoalescedBuckets,
      scan.dataFilters,
      scan.tableIdentifier,
      scan.disableBucketedScan
    )
}
