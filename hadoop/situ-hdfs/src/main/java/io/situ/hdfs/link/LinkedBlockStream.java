// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of a linked block, read from its object. Not thread-safe. One that is not closed gives
 * its handle back when it is collected, for Hadoop drops streams that are not the kind it hoped
 * for.
 */
public final class LinkedBlockStream extends InputStream {

  private static final Logger LOG = LoggerFactory.getLogger(LinkedBlockStream.class);
  private static final Cleaner CLEANER = Cleaner.create();

  private final LinkedBlock block;
  private final ReadHandle handle;
  private final Cleaner.Cleanable cleanable;
  private long position;

  /**
   * @param handle open on the block's object; closed with this stream
   * @param position where in the block to begin
   */
  public LinkedBlockStream(LinkedBlock block, ReadHandle handle, long position) {
    this.block = Objects.requireNonNull(block, "block");
    this.handle = Objects.requireNonNull(handle, "handle");
    this.position = position;
    this.cleanable = CLEANER.register(this, () -> abandon(handle));
  }

  private static void abandon(ReadHandle handle) {
    try {
      handle.close();
    } catch (IOException e) {
      LOG.debug("a handle was not closed well", e);
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    int wanted = (int) Math.min(length, block.length() - position);
    if (wanted <= 0) {
      return length == 0 ? 0 : -1;
    }
    int count = handle.read(block.offset() + position, ByteBuffer.wrap(bytes, offset, wanted));
    if (count < 0) {
      throw new EOFException(
          "'"
              + block.object()
              + "' ended at "
              + (block.offset() + position)
              + ", it was "
              + block.size()
              + " bytes long when it was attached");
    }
    position += count;
    return count;
  }

  @Override
  public long skip(long count) {
    long skipped = Math.max(0, Math.min(count, block.length() - position));
    position += skipped;
    return skipped;
  }

  @Override
  public int available() {
    return (int) Math.min(Integer.MAX_VALUE, block.length() - position);
  }

  @Override
  public void close() throws IOException {
    try {
      handle.close();
    } finally {
      cleanable.clean();
    }
  }
}
