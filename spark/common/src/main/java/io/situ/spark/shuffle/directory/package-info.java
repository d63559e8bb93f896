// SPDX-License-Identifier: Apache-2.0
/**
 * The directory that holds one application's map output: how it is made, shown to be in use, and
 * removed. Sees Hadoop's file systems only.
 */
package io.situ.spark.shuffle.directory;
