// SPDX-License-Identifier: Apache-2.0
/**
 * Linked blocks on the volumes of a DataNode: the files that stand for them, their checksums, and
 * how they are made. Sees {@code link} and {@code wire}, and no other package of the DataNode.
 */
package io.situ.hdfs.datanode.replica;
