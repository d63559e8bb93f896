// SPDX-License-Identifier: Apache-2.0
/**
 * The operations of a file system on its store, one class for each group of them. Sees all
 * packages below {@code io.situ.hadoop.fs} but that package itself.
 */
package io.situ.hadoop.fs.operation;
