// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
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
public final class LinkedBlockStream extends SizedInputStream {

  private static final Logger LOG = LoggerFactory.getLogger(LinkedBlockStream.class);
  private static final Cleaner CLEANER = Cleaner.create();

  private final LinkedBlock block;
  private final ReadHandle handle;
  private final Cleaner.Cleanable cleanable;

  /**
   * @param handle open on the block's object; closed with this stream
   * @param position where in the block to begin
   */
  public LinkedBlockStream(LinkedBlock block, ReadHandle handle, long position) {
    super(block.length(), position);
    this.block = block;
    this.handle = Objects.requireNonNull(handle, "handle");
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
  protected int read(long position, byte[] bytes, int offset, int wanted) throws IOException {
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
    return count;
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
