// SPDX-License-Identifier: Apache-2.0
/**
 * Where the row groups, stripes and columns of files lie, from their footers, and which hosts hold
 * them; each looked up once and kept. Sees Parquet and ORC as Spark has them, and Hadoop's file
 * system.
 */
package io.situ.spark.scan.footer;
