// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;

/** A process that reads a file and ends in the middle of it. */
public final class CephClusterExit {

  private CephClusterExit() {}

  /**
   * Prints a line once it has read, and ends at the next byte of its input.
   *
   * @param arguments a directory below the mount, and a file there
   */
  public static void main(String[] arguments) throws Exception {
    Store store = CephTestCluster.open(arguments[0], "read", "native");
    ReadHandle file = store.open(StorePath.of(arguments[1]), ReadHandle.Options.DEFAULT);
    file.read(0, ByteBuffer.allocateDirect(1000));
    System.out.println("has read");
    System.in.read();
    System.exit(0);
  }
}
