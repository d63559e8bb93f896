// SPDX-License-Identifier: Apache-2.0
/**
 * Deletion of many files by one call, for versions of Hadoop that have it. Uses {@link
 * io.situ.hadoop.fs}, which knows this package by a name in its configuration only.
 */
package io.situ.hadoop.bulkdelete;
