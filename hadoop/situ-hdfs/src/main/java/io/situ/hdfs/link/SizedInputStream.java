// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A stream whose length is known, which skips without reading. Not thread-safe. */
public abstract class SizedInputStream extends InputStream {

  private final long length;
  private long position;

  /**
   * @param length of all, in bytes
   * @param position where to begin, in bytes
   */
  protected SizedInputStream(long length, long position) {
    this.length = length;
    this.position = position;
  }

  /**
   * Reads at least one byte, none of them at the length or behind it.
   *
   * @param wanted more than 0
   * @return how many bytes were read
   */
  protected abstract int read(long position, byte[] bytes, int offset, int wanted)
      throws IOException;

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public final int read(byte[] bytes, int offset, int wanted) throws IOException {
    Objects.checkFromIndexSize(offset, wanted, bytes.length);
    int most = (int) Math.min(wanted, length - position);
    if (most <= 0) {
      return wanted == 0 ? 0 : -1;
    }
    int count = read(position, bytes, offset, most);
    position += count;
    return count;
  }

  @Override
  public final long skip(long count) {
    long skipped = Math.max(0, Math.min(count, length - position));
    position += skipped;
    return skipped;
  }

  @Override
  public final int available() {
    return (int) Math.max(0, Math.min(Integer.MAX_VALUE, length - position));
  }
}
