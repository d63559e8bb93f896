// SPDX-License-Identifier: Apache-2.0
/**
 * Attaching to an HDFS that is stopped: a new image of the NameNode's names, and a list of blocks
 * for each host. Sees {@code image}, {@code write} and what that sees, and not {@code attach}.
 */
package io.situ.hdfs.offline;
