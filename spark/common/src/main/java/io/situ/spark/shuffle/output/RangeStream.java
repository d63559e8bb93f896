// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;

/**
 * The bytes of a range in their order. No byte is passed on that was not compared to its checksum.
 * Not thread-safe.
 */
public final class RangeStream extends InputStream {

  private static final int PIECES_AHEAD = 2;

  private final PartitionRange range;
  private final OpenOutputs files;
  private final PendingReads<byte[]> ahead;
  private byte[] piece;
  private int inPiece;
  private int nextPiece = 1;
  private long position;
  private long waitedNanos;

  RangeStream(PartitionRange range, OpenOutputs files, PendingReads<byte[]> ahead) {
    this.range = range;
    this.files = files;
    this.ahead = ahead;
    this.piece = range.first();
  }

  /** Returns which range it is. */
  public PartitionRange range() {
    return range;
  }

  /** Returns the number of bytes that were read or skipped. */
  public long position() {
    return position;
  }

  /** Returns for how long reading waited for bytes since this was asked last. */
  public long takeWaitedNanos() {
    long waited = waitedNanos;
    waitedNanos = 0;
    return waited;
  }

  /** Returns whether there is a byte at hand, after reading the next piece if there is one. */
  private boolean fill() throws BadShuffleOutputException, InterruptedIOException {
    if (inPiece < piece.length) {
      return true;
    }
    while (nextPiece < range.pieces().size() && ahead.size() < PIECES_AHEAD) {
      int number = nextPiece++;
      ahead.start(() -> range.read(files, number));
    }
    if (ahead.size() == 0) {
      return false;
    }
    long start = System.nanoTime();
    try {
      piece = ahead.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while map output was read");
    } finally {
      waitedNanos += System.nanoTime() - start;
    }
    inPiece = 0;
    return true;
  }

  @Override
  public int read() throws BadShuffleOutputException, InterruptedIOException {
    if (!fill()) {
      return -1;
    }
    position++;
    return piece[inPiece++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length)
      throws BadShuffleOutputException, InterruptedIOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int part = Math.min(length, piece.length - inPiece);
    System.arraycopy(piece, inPiece, target, offset, part);
    inPiece += part;
    position += part;
    return part;
  }

  @Override
  public int available() {
    return piece.length - inPiece;
  }

  @Override
  public void close() {
    ahead.close();
  }
}
