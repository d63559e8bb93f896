// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import java.io.Closeable;
import java.io.IOException;

/** Takes the checksums of a linked block as they are computed. Not thread-safe. */
interface ChecksumConsumer extends Closeable {

  /**
   * Takes checksums that were computed just now.
   *
   * @param at where in the checksum file they belong
   * @throws IOException if they are not to be given out
   */
  void accept(long at, byte[] sums) throws IOException;
}
