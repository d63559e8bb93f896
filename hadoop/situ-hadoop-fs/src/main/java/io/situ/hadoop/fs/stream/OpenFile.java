// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.FSExceptionMessages;

/**
 * The file a stream reads. Turns the store's failures into the ones Hadoop's readers look for, and
 * refuses to end before the file's length: a file that was cut while it is read gives an error,
 * never a silently shorter input. Thread-safe.
 */
final class OpenFile {

  private final String name;
  private final ReadHandle handle;
  private final StoreObject object;
  private final ReadStatistics counts;
  private volatile boolean closed;

  OpenFile(ReadSource source, ReadStatistics counts) {
    this.name = source.name();
    this.handle = source.handle();
    this.object = handle.object();
    this.counts = counts;
  }

  /** The file as its reader names it. */
  String name() {
    return name;
  }

  /** The file as it was when opened. */
  StoreObject object() {
    return object;
  }

  /** Bytes when it was opened. */
  long size() {
    return object.size();
  }

  /** See {@link ReadHandle#readsAhead}. */
  boolean readsAhead() {
    return handle.readsAhead();
  }

  void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(name + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Fills {@code buffer} as far as the file goes. Beyond the length it had when opened only what
   * has been added meanwhile is looked for.
   *
   * @return the number of bytes, or -1 if there is none at or behind the end
   */
  int read(long position, ByteBuffer buffer) throws IOException {
    int wanted = buffer.remaining();
    int count = 0;
    while (count < wanted) {
      int more = readOnce(position + count, buffer);
      if (more < 0) {
        refuseCut(position + count);
        break;
      }
      count += more;
      if (position + count == size()) {
        break;
      }
    }
    return count == 0 && wanted > 0 ? -1 : count;
  }

  private int readOnce(long position, ByteBuffer buffer) throws IOException {
    try {
      return handle.read(position, buffer);
    } catch (StoreException failure) {
      throw translate(failure);
    }
  }

  /**
   * Fills every range.
   *
   * @throws EOFException if one reaches behind the end of the file
   */
  void readFully(List<ReadHandle.Range> ranges) throws IOException {
    try {
      handle.readFully(ranges);
    } catch (StoreException failure) {
      throw translate(failure);
    }
  }

  private IOException translate(StoreException failure) {
    if (closed) {
      return new IOException(name + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
    counts.failed();
    IOException translated =
        switch (failure.kind()) {
          case INVALID_ARGUMENT -> new EOFException(failure.getMessage());
          case INTERRUPTED -> new InterruptedIOException(failure.getMessage());
          default -> failure;
        };
    if (translated != failure) {
      translated.initCause(failure);
    }
    return translated;
  }

  private void refuseCut(long position) throws StoreException {
    if (position < size()) {
      throw new StoreException(
          StoreException.Kind.CHANGED,
          object.path(),
          "it ends at or before byte "
              + position
              + " but had "
              + size()
              + " bytes when it was opened; read it again");
    }
  }

  void close() throws IOException {
    closed = true;
    handle.close();
  }
}
