// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.hadoop.fs.buffer.DirectBuffers;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The next bytes of a file, fetched while its reader is busy with the last ones. Not thread-safe.
 */
final class ReadAhead {

  private static final int THREADS = 16;
  private static final ExecutorService READERS = DaemonThreadPools.pool("situ-read-ahead", THREADS);

  private final long start;
  private final int size;
  private final ByteBuffer bytes;
  private final CompletableFuture<Integer> count = new CompletableFuture<>();
  private final AtomicBoolean begun = new AtomicBoolean();
  private final OpenFile file;

  private ReadAhead(OpenFile file, long start, int size) {
    this.file = file;
    this.start = start;
    this.size = size;
    this.bytes = DirectBuffers.shared().acquire(size);
  }

  /**
   * @param size how many bytes, at most
   */
  static ReadAhead start(OpenFile file, long start, int size) {
    ReadAhead started = new ReadAhead(file, start, size);
    READERS.execute(started::read);
    return started;
  }

  /** Does nothing where it has begun. */
  private void read() {
    if (!begun.compareAndSet(false, true)) {
      return;
    }
    try {
      count.complete(file.read(start, bytes.clear().limit(size)));
    } catch (IOException | RuntimeException | Error e) {
      count.completeExceptionally(e);
    }
  }

  /** Whether the byte at a position was asked for. */
  boolean covers(long position) {
    return position >= start && position < start + size;
  }

  long start() {
    return start;
  }

  /** The first position that was not asked for. */
  long end() {
    return start + size;
  }

  /** What was read, the reader's from now on, from its byte 0. */
  ByteBuffer bytes() {
    return bytes;
  }

  /**
   * Waits for the byte at a position, or reads it where all threads are busy, perhaps with a store
   * that hangs.
   *
   * @return how many bytes were read; 0 if that one is not among them, also where reading failed:
   *     the next caller gets the reason
   */
  int await(long position) throws InterruptedIOException {
    if (!covers(position)) {
      return 0;
    }
    if (!begun.get() && Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("interrupted while reading");
    }
    read();
    try {
      int read = count.get();
      return position < start + read ? read : 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading");
    } catch (ExecutionException e) {
      return 0;
    }
  }

  /** Gives the memory back once nothing is read into it any more. */
  void discard() {
    if (begun.compareAndSet(false, true)) {
      count.complete(0);
    }
    count.whenComplete((some, failure) -> DirectBuffers.shared().release(bytes));
  }
}
