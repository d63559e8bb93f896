// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.link.SizedInputStream;
import io.situ.storage.ReadHandle;
import java.io.IOException;

/**
 * What the checksum file of a block would hold, computed from the block's object while it is read.
 * Reads the object little at first, then more at a time. Not thread-safe.
 */
final class ComputedChecksums extends SizedInputStream {

  private static final int LEAST = 64 << 10;
  private static final int MOST = 1 << 20;

  private final LinkedBlock block;
  private final ReadHandle object;
  private final ChecksumConsumer taker;
  private final byte[] header = BlockChecksums.header();
  private byte[] sums = {};
  private long sumsAt;
  private int run = LEAST;

  /**
   * @param object open on the block's object; closed with this stream
   * @param taker gets the checksums as they come; closed with this stream
   */
  ComputedChecksums(LinkedBlock block, ReadHandle object, ChecksumConsumer taker) {
    super(BlockChecksums.fileLength(block.length()), 0);
    this.block = block;
    this.object = object;
    this.taker = taker;
  }

  @Override
  protected int read(long position, byte[] bytes, int offset, int wanted) throws IOException {
    boolean inHeader = position < header.length;
    if (!inHeader && (position < sumsAt || position >= sumsAt + sums.length)) {
      compute(position);
    }
    byte[] from = inHeader ? header : sums;
    int start = (int) (inHeader ? position : position - sumsAt);
    int count = Math.min(wanted, from.length - start);
    System.arraycopy(from, start, bytes, offset, count);
    return count;
  }

  /** The checksums from the one at the position on. */
  private void compute(long position) throws IOException {
    long chunk = (position - header.length) / BlockChecksums.SUM;
    long at = header.length + chunk * BlockChecksums.SUM;
    run = at == sumsAt + sums.length ? Math.min(run * 2, MOST) : LEAST;
    long from = chunk * BlockChecksums.CHUNK;
    byte[] data = new byte[(int) Math.min(run, block.length() - from)];
    BlockChecksums.read(object, block.offset() + from, data, data.length);
    sums = BlockChecksums.sums(data, data.length);
    sumsAt = at;
    taker.accept(at, sums);
  }

  @Override
  public void close() throws IOException {
    try (object) {
      taker.close();
    }
  }
}
