// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.IFile;

/**
 * Reads one partition of one map's output where it lies, and says whose it was if that fails. Not
 * thread-safe.
 */
final class SegmentReader<K, V> extends IFile.Reader<K, V> {

  /** Makes a failure one that names the map. */
  interface Blame {
    BadMapOutputException on(Throwable cause);
  }

  private final Blame blame;

  /**
   * @param length bytes of the partition with their checksum, without what encryption puts before
   */
  SegmentReader(
      Configuration conf, FSDataInputStream in, long length, CompressionCodec codec, Blame blame)
      throws IOException {
    super(conf, in, length, codec, null);
    this.blame = blame;
  }

  @Override
  public boolean nextRawKey(DataInputBuffer key) throws IOException {
    try {
      return super.nextRawKey(key);
    } catch (IOException | RuntimeException | FSError e) {
      throw blame.on(e);
    }
  }

  @Override
  public void nextRawValue(DataInputBuffer value) throws IOException {
    try {
      super.nextRawValue(value);
    } catch (IOException | RuntimeException | FSError e) {
      throw blame.on(e);
    }
  }

  /** Reads what is left up to the checksum, which is looked at now if it was not before. */
  @Override
  public void close() throws IOException {
    try {
      super.close();
    } catch (IOException | FSError e) {
      throw blame.on(e);
    }
  }
}
