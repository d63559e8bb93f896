// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

/** One of a few locks for each block, to change its files under. */
public final class BlockLocks {

  private static final int COUNT = 64;

  private final Object[] locks = new Object[COUNT];

  public BlockLocks() {
    for (int i = 0; i < COUNT; i++) {
      locks[i] = new Object();
    }
  }

  public Object of(long block) {
    return locks[Math.floorMod(block, COUNT)];
  }
}
