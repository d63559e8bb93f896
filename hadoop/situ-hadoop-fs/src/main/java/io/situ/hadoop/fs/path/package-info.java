// SPDX-License-Identifier: Apache-2.0
/**
 * Paths, globs and errors in Hadoop's terms and in those of a store, and the home and trash
 * directories. Sees {@code config}.
 */
package io.situ.hadoop.fs.path;
