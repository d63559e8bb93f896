// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import io.situ.spark.shuffle.directory.SharedFiles;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.spark.shuffle.api.ShuffleMapOutputWriter;
import org.apache.spark.shuffle.api.ShufflePartitionWriter;
import org.apache.spark.shuffle.api.metadata.MapOutputCommitMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the output of one map attempt to a file of its own. Spark's driver learns of the file when
 * the attempt ends well, which is after the file is closed; until then no reader asks for it. An
 * output without bytes has no file. Not thread-safe.
 */
public final class SharedMapOutputWriter implements ShuffleMapOutputWriter {

  private static final Logger LOG = LoggerFactory.getLogger(SharedMapOutputWriter.class);
  private static final int BUFFER = 64 << 10;

  private final SharedFiles files;
  private final MapOutputId output;
  private final boolean sync;
  private final ShuffleFileIndex.Builder index;
  private final byte[] buffer = new byte[BUFFER];
  private int buffered;
  private FSDataOutputStream out;
  private boolean created;

  /**
   * Creates a writer; the file is created with the first byte.
   *
   * @param sync whether the output must outlast this host when it is committed
   */
  public SharedMapOutputWriter(SharedFiles files, MapOutputId output, boolean sync) {
    this.files = files;
    this.output = output;
    this.sync = sync;
    this.index = new ShuffleFileIndex.Builder(output.partitions());
  }

  @Override
  public ShufflePartitionWriter getPartitionWriter(int partition) {
    drainChecksums();
    index.begin(partition);
    long start = index.length();
    return new ShufflePartitionWriter() {
      @Override
      public OutputStream openStream() {
        return new PartitionStream();
      }

      @Override
      public long getNumBytesWritten() {
        drainChecksums();
        return index.length() - start;
      }
    };
  }

  /** Bytes of one partition; to close it leaves the file open. */
  private final class PartitionStream extends OutputStream {

    @Override
    public void write(int value) throws IOException {
      if (buffered == BUFFER) {
        drain();
      }
      buffer[buffered++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (length > BUFFER - buffered) {
        drain();
      }
      if (length >= BUFFER) {
        index.update(bytes, offset, length);
        append(bytes, offset, length);
      } else {
        System.arraycopy(bytes, offset, buffer, buffered, length);
        buffered += length;
      }
    }
  }

  private int summed;

  /** Checksums must be taken before the partition ends; bytes may stay in the buffer. */
  private void drainChecksums() {
    index.update(buffer, summed, buffered - summed);
    summed = buffered;
  }

  private void drain() throws IOException {
    drainChecksums();
    append(buffer, 0, buffered);
    buffered = 0;
    summed = 0;
  }

  private void append(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    if (out == null) {
      out = files.create(output.file());
      created = true;
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw files.explained(e);
    }
  }

  @Override
  public MapOutputCommitMessage commitAllPartitions(long[] checksums) throws IOException {
    drain();
    byte[] entries = index.finish(output.withLength(index.length()));
    if (out != null) {
      append(entries, 0, entries.length);
      try {
        if (sync) {
          SharedFiles.sync(out);
        }
        out.close();
      } catch (IOException e) {
        throw files.explained(e);
      }
      out = null;
    }
    return MapOutputCommitMessage.of(index.lengths());
  }

  @Override
  public void abort(Throwable error) {
    discard();
  }

  /** Deletes what was written, also after it was committed. Never fails. */
  public void discard() {
    if (out != null) {
      try {
        out.close();
      } catch (IOException e) {
        LOG.debug("{} was not closed", output.file(), e);
      }
      out = null;
    }
    if (created) {
      created = false;
      try {
        files.delete(output.file());
      } catch (IOException e) {
        LOG.warn("{} stays until the application ends: {}", output.file(), e.getMessage());
      }
    }
  }
}
