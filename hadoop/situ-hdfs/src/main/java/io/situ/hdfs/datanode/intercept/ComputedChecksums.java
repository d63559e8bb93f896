// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.storage.ReadHandle;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * What the checksum file of a block would hold, computed from the block's object while it is read.
 * Reads the object little at first, then more at a time. Not thread-safe.
 */
final class ComputedChecksums extends InputStream {

  private static final int LEAST = 64 << 10;
  private static final int MOST = 1 << 20;

  private final LinkedBlock block;
  private final ReadHandle object;
  private final ChecksumConsumer taker;
  private final byte[] header = BlockChecksums.header();
  private final long length;
  private long position;
  private byte[] sums = {};
  private long sumsAt;
  private int run = LEAST;

  /**
   * @param object open on the block's object; closed with this stream
   * @param taker gets the checksums as they come; closed with this stream
   */
  ComputedChecksums(LinkedBlock block, ReadHandle object, ChecksumConsumer taker) {
    this.block = block;
    this.object = object;
    this.taker = taker;
    this.length = BlockChecksums.fileLength(block.length());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int wanted) throws IOException {
    Objects.checkFromIndexSize(offset, wanted, bytes.length);
    if (wanted == 0 || position >= length) {
      return wanted == 0 ? 0 : -1;
    }
    boolean inHeader = position < header.length;
    if (!inHeader && (position < sumsAt || position >= sumsAt + sums.length)) {
      compute();
    }
    byte[] from = inHeader ? header : sums;
    int start = (int) (inHeader ? position : position - sumsAt);
    int count = Math.min(wanted, from.length - start);
    System.arraycopy(from, start, bytes, offset, count);
    position += count;
    return count;
  }

  /** The checksums from the one at the position on. */
  private void compute() throws IOException {
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
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, length - position));
    position += skipped;
    return skipped;
  }

  @Override
  public void close() throws IOException {
    try (object) {
      taker.close();
    }
  }
}
