package io.situ.hadoop.fs;

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
 * A file that opens itself at its first use. Turns the store's failures into the ones Hadoop's
 * readers look for, and refuses to end before the file's length: a file that was cut while it is
 * read gives an error, never a silently shorter input. Safe for use by many threads.
 */
final class LazyFile {

  private final ReadSource source;
  private final ReadCounts counts;
  private volatile ReadHandle handle;
  private volatile boolean closed;

  LazyFile(ReadSource source, ReadCounts counts) {
    this.source = source;
    this.counts = counts;
  }

  void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(source.name() + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  private ReadHandle handle() throws IOException {
    ReadHandle present = handle;
    return present != null && !closed ? present : open();
  }

  private synchronized ReadHandle open() throws IOException {
    checkOpen();
    if (handle == null) {
      handle = source.opener().open();
    }
    return handle;
  }

  /** The file as it was when opened. */
  StoreObject object() throws IOException {
    return handle().object();
  }

  /** Whether {@code position} is within the file or at its end; asks the file only if it must. */
  boolean reaches(long position) throws IOException {
    boolean hinted = handle == null && position <= source.length().orElse(-1);
    return hinted || position <= object().size();
  }

  /**
   * Fills {@code buffer} as far as the file goes.
   *
   * @return the number of bytes, or -1 if there is none at or behind the end
   */
  int read(long position, ByteBuffer buffer) throws IOException {
    ReadHandle open = handle();
    int wanted = buffer.remaining();
    long size = open.object().size();
    int count = 0;
    while (count < wanted) {
      int more = readOnce(open, position + count, buffer);
      if (more < 0) {
        refuseCut(open.object(), position + count);
        break;
      }
      count += more;
      if (position + count == size) {
        break;
      }
    }
    counts.fetched.add(count);
    return count == 0 && wanted > 0 ? -1 : count;
  }

  /** Fills {@code buffer}, or fails with {@link EOFException}. */
  void readFully(long position, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      int count = read(position, buffer);
      if (count < 0) {
        throw new EOFException(source.name() + ": " + FSExceptionMessages.EOF_IN_READ_FULLY);
      }
      position += count;
    }
  }

  /** Fills every range. */
  void readFully(List<ReadHandle.Range> ranges) throws IOException {
    try {
      long bytes = ranges.stream().mapToLong(range -> range.buffer().remaining()).sum();
      handle().readFully(ranges);
      counts.fetched.add(bytes);
    } catch (StoreException failure) {
      throw translate(failure);
    }
  }

  private int readOnce(ReadHandle open, long position, ByteBuffer buffer) throws IOException {
    try {
      return open.read(position, buffer);
    } catch (StoreException failure) {
      throw translate(failure);
    }
  }

  private IOException translate(StoreException failure) {
    if (closed) {
      return new IOException(source.name() + ": " + FSExceptionMessages.STREAM_IS_CLOSED);
    }
    counts.failures.increment();
    IOException told =
        switch (failure.kind()) {
          case INVALID_ARGUMENT -> new EOFException(failure.getMessage());
          case INTERRUPTED -> new InterruptedIOException(failure.getMessage());
          default -> failure;
        };
    if (told != failure) {
      told.initCause(failure);
    }
    return told;
  }

  private static void refuseCut(StoreObject object, long position) throws StoreException {
    if (position < object.size()) {
      throw new StoreException(
          StoreException.Kind.CHANGED,
          object.path(),
          "ends at or before byte "
              + position
              + " but had "
              + object.size()
              + " bytes when it was opened; read it again");
    }
  }

  String name() {
    return source.name();
  }

  boolean isClosed() {
    return closed;
  }

  synchronized void close() throws IOException {
    closed = true;
    if (handle != null) {
      handle.close();
    }
  }
}
