// SPDX-License-Identifier: Apache-2.0
/**
 * Spark's shuffle on a shared file system: the shuffle manager that a site configures, and what it
 * puts between Spark's own writers and readers and the files. Sees Spark's internals, which have to
 * be the same in all versions that the shuffle's list in {@code LineVersions} has.
 */
package io.situ.spark.shuffle;
