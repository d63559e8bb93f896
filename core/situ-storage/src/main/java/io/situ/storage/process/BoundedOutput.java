// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a program writes, taken by a thread of its own: a read from the program itself ends only
 * when the program does, and one that waits for a dead file system in the kernel does not. Not
 * thread-safe.
 */
final class BoundedOutput extends InputStream {

  private static final int MAX_CHUNKS = 16;
  private static final byte[] END = new byte[0];
  private static final long STEP_MILLIS = 100;

  private final String name;
  private final InputStream output;
  private final LongSupplier waitNanos;
  private final BlockingQueue<byte[]> chunks = new ArrayBlockingQueue<>(MAX_CHUNKS);
  private volatile IOException failure;
  private volatile boolean closed;
  private byte[] chunk = new byte[0];
  private int at;

  /**
   * @param name of the program, in quotes
   * @param output of the program; closed where it ends
   * @param waitNanos how long a read may wait from now on
   */
  BoundedOutput(String name, InputStream output, LongSupplier waitNanos) {
    this.name = name;
    this.output = output;
    this.waitNanos = waitNanos;
    Thread thread = new Thread(this::take, "situ-command-output");
    thread.setDaemon(true);
    thread.start();
  }

  private void take() {
    byte[] buffer = new byte[1 << 16];
    try (output) {
      for (int count = output.read(buffer); count >= 0; count = output.read(buffer)) {
        byte[] bytes = new byte[count];
        System.arraycopy(buffer, 0, bytes, 0, count);
        if (count > 0 && !put(bytes)) {
          return;
        }
      }
    } catch (IOException e) {
      failure = e;
    }
    put(END);
  }

  /** False where no one reads any more. */
  private boolean put(byte[] bytes) {
    try {
      while (!closed) {
        if (chunks.offer(bytes, STEP_MILLIS, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  @Override
  public int read() throws IOException {
    return isAtEnd() ? -1 : chunk[at++] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, into.length);
    if (length == 0) {
      return 0;
    }
    if (isAtEnd()) {
      return -1;
    }
    int count = Math.min(length, chunk.length - at);
    System.arraycopy(chunk, at, into, offset, count);
    at += count;
    return count;
  }

  private boolean isAtEnd() throws IOException {
    if (chunk != END && at == chunk.length) {
      chunk = next();
      at = 0;
    }
    if (chunk == END && failure != null) {
      throw failure;
    }
    return chunk == END;
  }

  private byte[] next() throws IOException {
    byte[] next;
    try {
      next = chunks.poll(waitNanos.getAsLong(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + name + " ran");
    }
    if (next == null) {
      throw new IOException(name + " wrote nothing more and could not be ended in time");
    }
    return next;
  }

  /** Waits for nothing. */
  @Override
  public void close() {
    closed = true;
    chunks.clear();
  }
}
