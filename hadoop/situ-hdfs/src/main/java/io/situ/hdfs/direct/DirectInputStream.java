// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.apache.hadoop.fs.ByteBufferPositionedReadable;
import org.apache.hadoop.fs.ByteBufferReadable;
import org.apache.hadoop.fs.CanSetDropBehind;
import org.apache.hadoop.fs.CanSetReadahead;
import org.apache.hadoop.fs.CanUnbuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an attached file from its object until that fails, and from then on through DataNodes, from
 * the same position. Positioned reads are thread-safe beside one that reads in sequence; calls that
 * move the position take turns.
 */
public final class DirectInputStream extends FSInputStream
    implements ByteBufferReadable,
        ByteBufferPositionedReadable,
        CanUnbuffer,
        CanSetReadahead,
        CanSetDropBehind,
        StreamCapabilities,
        IOStatisticsSource {

  private static final Logger LOG = LoggerFactory.getLogger(DirectInputStream.class);

  private final FSDataInputStream object;
  private final FSDataInputStream hdfs;
  private volatile boolean direct = true;
  private volatile boolean closed;

  /**
   * @param object fails rather than give bytes that are not those of the file
   * @param hdfs the same file
   */
  DirectInputStream(FSDataInputStream object, FSDataInputStream hdfs) {
    this.object = object;
    this.hdfs = hdfs;
  }

  /** Whether it is read from its object still. */
  public boolean isDirect() {
    return direct;
  }

  private FSDataInputStream source() {
    return direct ? object : hdfs;
  }

  private void checkOpen() throws IOException {
    if (closed) {
      throw new IOException(FSExceptionMessages.STREAM_IS_CLOSED);
    }
  }

  /**
   * Lets DataNodes be read from now on.
   *
   * @throws IOException the failure itself, if it is not one of the object
   */
  private synchronized void fallBack(IOException failure) throws IOException {
    if (closed || failure instanceof InterruptedIOException) {
      throw failure;
    }
    if (direct) {
      LOG.info(
          "reading goes on through DataNodes at byte {}: {}",
          object.getPos(),
          failure.getMessage());
      LOG.debug("the failure", failure);
      hdfs.seek(object.getPos());
      direct = false;
      object.unbuffer();
    }
  }

  @Override
  public synchronized int read() throws IOException {
    checkOpen();
    if (direct) {
      try {
        return object.read();
      } catch (IOException e) {
        fallBack(e);
      }
    }
    return hdfs.read();
  }

  @Override
  public synchronized int read(byte[] target, int offset, int length) throws IOException {
    checkOpen();
    if (direct) {
      try {
        return object.read(target, offset, length);
      } catch (IOException e) {
        fallBack(e);
      }
    }
    return hdfs.read(target, offset, length);
  }

  @Override
  public synchronized int read(ByteBuffer target) throws IOException {
    checkOpen();
    if (direct) {
      int start = target.position();
      try {
        return object.read(target);
      } catch (IOException e) {
        fallBack(e);
        target.position(start);
      }
    }
    return hdfs.read(target);
  }

  @Override
  public int read(long from, byte[] target, int offset, int length) throws IOException {
    checkOpen();
    validatePositionedReadArgs(from, target, offset, length);
    if (direct) {
      try {
        return object.read(from, target, offset, length);
      } catch (IOException e) {
        fallBack(e);
      }
    }
    return hdfs.read(from, target, offset, length);
  }

  @Override
  public int read(long from, ByteBuffer target) throws IOException {
    checkOpen();
    if (direct) {
      int start = target.position();
      try {
        return object.read(from, target);
      } catch (IOException e) {
        fallBack(e);
        target.position(start);
      }
    }
    return hdfs.read(from, target);
  }

  @Override
  public void readFully(long from, ByteBuffer target) throws IOException {
    long position = from;
    while (target.hasRemaining()) {
      int count = read(position, target);
      if (count < 0) {
        throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
      }
      position += count;
    }
  }

  @Override
  public synchronized void seek(long target) throws IOException {
    checkOpen();
    source().seek(target);
  }

  @Override
  public synchronized long getPos() throws IOException {
    return source().getPos();
  }

  @Override
  public synchronized boolean seekToNewSource(long target) throws IOException {
    checkOpen();
    return source().seekToNewSource(target);
  }

  @Override
  public synchronized long skip(long count) throws IOException {
    checkOpen();
    return source().skip(count);
  }

  @Override
  public synchronized int available() throws IOException {
    checkOpen();
    return source().available();
  }

  @Override
  public synchronized void unbuffer() {
    source().unbuffer();
  }

  @Override
  public synchronized void setReadahead(Long bytes) throws IOException {
    checkOpen();
    source().setReadahead(bytes);
  }

  @Override
  public synchronized void setDropBehind(Boolean dropCache) throws IOException {
    checkOpen();
    source().setDropBehind(dropCache);
  }

  @Override
  public boolean hasCapability(String capability) {
    return switch (capability.toLowerCase(Locale.ROOT)) {
      case StreamCapabilities.READAHEAD,
          StreamCapabilities.DROPBEHIND,
          StreamCapabilities.UNBUFFER,
          StreamCapabilities.READBYTEBUFFER,
          StreamCapabilities.PREADBYTEBUFFER,
          StreamCapabilities.IOSTATISTICS,
          StreamCapabilities.IOSTATISTICS_CONTEXT ->
          true;
      default -> false;
    };
  }

  /** Of what was read from the object. */
  @Override
  public IOStatistics getIOStatistics() {
    return object.getIOStatistics();
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      try {
        object.close();
      } finally {
        hdfs.close();
      }
    }
  }

  @Override
  public String toString() {
    return "DirectInputStream{" + (direct ? object : hdfs) + "}";
  }
}
