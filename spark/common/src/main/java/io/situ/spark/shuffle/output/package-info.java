// SPDX-License-Identifier: Apache-2.0
/**
 * Map output in files of a shared file system: format, checksums, writing and reading ranges. Sees
 * Hadoop's file systems and the interfaces that Spark's writers write through.
 */
package io.situ.spark.shuffle.output;
