// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Bytes or checksums that come from a store, which may fail at any time without a fault of the
 * block. A stream of bytes fails once that of the same reader's checksums has: for a client Hadoop
 * puts zeros in the place of checksums that it cannot read, and with these the client would take
 * the right bytes for wrong ones and report the replica as corrupt. Not thread-safe.
 */
final class StoreStream extends FilterInputStream {

  private final ExtendedBlock block;
  private final Optional<StoreStream> checksums;
  private Optional<IOException> failure = Optional.empty();
  private boolean closed;

  /**
   * @param bytes closed with this stream
   * @param checksums those that the reader of these bytes reads before them; empty if it reads none
   *     that are computed
   */
  StoreStream(ExtendedBlock block, InputStream bytes, Optional<StoreStream> checksums) {
    super(bytes);
    this.block = new ExtendedBlock(block);
    this.checksums = checksums;
  }

  /** Returns whether a reader of a block may still read this. */
  boolean isOpenOn(ExtendedBlock other) {
    return !closed && block.equals(other);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Optional<IOException> before = checksums.flatMap(sums -> sums.failure);
    if (before.isPresent()) {
      throw new IOException(
          block.getBlockName() + " is not read without its checksums: " + before.get().getMessage(),
          before.get());
    }
    try {
      return super.read(bytes, offset, length);
    } catch (StoreException e) {
      throw failed(unavailable(block, e));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private IOException failed(IOException e) {
    failure = Optional.of(e);
    return e;
  }

  /**
   * Returns the one failure for which Hadoop's block scanner does not call a replica bad. The
   * message does not begin with that of an error of input: for that one Hadoop does so all the
   * same.
   */
  static FileNotFoundException unavailable(ExtendedBlock block, IOException cause) {
    FileNotFoundException e =
        new FileNotFoundException(
            block.getBlockName() + " cannot be read now: " + cause.getMessage());
    e.initCause(cause);
    return e;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    super.close();
  }
}
