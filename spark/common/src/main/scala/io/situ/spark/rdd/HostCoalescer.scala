// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.rdd

import org.apache.spark.rdd.{PartitionCoalescer, PartitionGroup, RDD}

/** Coalesces partitions of an RDD by the hosts that they prefer: `rdd.coalesce(n,
  * partitionCoalescer = Some(new HostCoalescer))`. Each new partition has partitions of one host,
  * and hosts have about the same bytes, as far as replicas allow. Partitions that prefer no host
  * are together. With fewer new partitions than hosts, those with the least are not apart. Rows are
  * those of the RDD in another order. Thread-safe.
  */
class HostCoalescer extends PartitionCoalescer with Serializable {

  override def coalesce(maxPartitions: Int, parent: RDD[_]): Array[PartitionGroup] =
    HostGroups.of(maxPartitions, parent)
}
