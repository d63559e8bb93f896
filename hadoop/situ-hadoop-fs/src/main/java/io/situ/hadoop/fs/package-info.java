// SPDX-License-Identifier: Apache-2.0
/**
 * Hadoop's interfaces to stores: {@link io.situ.hadoop.fs.SituFileSystem}, {@link
 * io.situ.hadoop.fs.SituFs}, the factory of committers, and the stores themselves for code that
 * needs more. Configurations and service files have the names of these classes. May use every
 * other package below this one; none of them uses this one.
 */
package io.situ.hadoop.fs;
