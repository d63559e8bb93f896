// SPDX-License-Identifier: Apache-2.0
/**
 * Makes files and directories of HDFS out of objects: blocks that DataNodes link, then metadata
 * and the mark. Sees {@code source}, {@code tree}, {@code lock}, {@code metadata}, {@code client},
 * {@code parallel}, {@code link} and {@code wire}.
 */
package io.situ.hdfs.write;
