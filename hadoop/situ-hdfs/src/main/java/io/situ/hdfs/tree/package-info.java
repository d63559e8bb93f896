// SPDX-License-Identifier: Apache-2.0
/**
 * Attached trees as they are in HDFS: the directory at which one is attached, the marks of its
 * files, the hidden directory beside it, and walks through all of them. Sees {@code source},
 * {@code parallel} and {@code link}.
 */
package io.situ.hdfs.tree;
