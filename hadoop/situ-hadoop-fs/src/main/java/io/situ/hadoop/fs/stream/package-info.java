// SPDX-License-Identifier: Apache-2.0
/**
 * Streams of a file: reads in sequence, positioned, ahead and vectored, writes, and checksums.
 * Sees {@code buffer}, {@code config}, {@code statistics} and {@code io.situ.hadoop.compat}.
 */
package io.situ.hadoop.fs.stream;
