// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.mapred.IFile;

/**
 * Reads one partition of one map's output where it lies, and says whose it was if that fails. The
 * file is open from the first record that is asked for until {@link #close}: of many segments
 * Hadoop's merge reads some at a time only. Not thread-safe.
 */
final class SegmentReader<K, V> extends IFile.Reader<K, V> {

  /** Makes a failure one that names the map, if the map's output is at fault. */
  interface Blame {
    IOException on(Throwable cause);
  }

  /** Opens the file. */
  interface Opener<K, V> {
    IFile.Reader<K, V> open() throws IOException;
  }

  private final Opener<K, V> opener;
  private final Blame blame;

  /** Null before the first record is asked for. */
  private IFile.Reader<K, V> opened;

  /**
   * @param length bytes of the partition with their checksum, without what encryption puts before
   */
  SegmentReader(Configuration conf, long length, Opener<K, V> opener, Blame blame)
      throws IOException {
    super(conf, null, length, null, null);
    this.opener = opener;
    this.blame = blame;
  }

  @Override
  public boolean nextRawKey(DataInputBuffer key) throws IOException {
    try {
      if (opened == null) {
        opened = opener.open();
      }
      boolean found = opened.nextRawKey(key);
      bytesRead = opened.bytesRead;
      return found;
    } catch (IOException | RuntimeException | FSError e) {
      throw blame.on(e);
    }
  }

  @Override
  public void nextRawValue(DataInputBuffer value) throws IOException {
    try {
      opened.nextRawValue(value);
      bytesRead = opened.bytesRead;
    } catch (IOException | RuntimeException | FSError e) {
      throw blame.on(e);
    }
  }

  @Override
  public long getPosition() throws IOException {
    return opened == null ? 0 : opened.getPosition();
  }

  /** Reads what is left up to the checksum, which is looked at now if it was not before. */
  @Override
  public void close() throws IOException {
    if (opened == null) {
      return;
    }
    try {
      opened.close();
    } catch (IOException | FSError e) {
      throw blame.on(e);
    }
  }
}
