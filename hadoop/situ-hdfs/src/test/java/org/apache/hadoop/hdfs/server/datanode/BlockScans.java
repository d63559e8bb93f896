// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/** Lets a DataNode's block scanner look at a block now; only this package may. */
public final class BlockScans {

  private BlockScans() {}

  /** Puts a block before all others that are to be scanned. */
  public static void suspect(DataNode node, ExtendedBlock block) {
    node.handleBadBlock(block, new DiskFileCorruptException("to be looked at"), false);
  }
}
