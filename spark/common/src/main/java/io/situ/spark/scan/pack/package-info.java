// SPDX-License-Identifier: Apache-2.0
/**
 * Packs what a scan reads into partitions by host: pure algorithms on byte ranges and host names.
 * Sees the balance of replicas that MapReduce jobs use; no Spark and no Hadoop.
 */
package io.situ.spark.scan.pack;
