// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A new file that knows the CRC32C of what was written. Once closed it is written whole, and is
 * still to be forced to disk.
 */
final class ChecksummedOutputFile extends PositionOutputStream implements OutputFile {

  private final Path file;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 18);
  private final CRC32C crc = new CRC32C();
  private long position;

  ChecksummedOutputFile(Path file) throws IOException {
    this.file = file;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** The CRC32C of all bytes; whole once closed. */
  int crc32c() {
    return (int) crc.getValue();
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void write(int b) throws IOException {
    if (!buffer.hasRemaining()) {
      drain();
    }
    buffer.put((byte) b);
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int done = 0;
    while (done < length) {
      if (!buffer.hasRemaining()) {
        drain();
      }
      int count = Math.min(buffer.remaining(), length - done);
      buffer.put(bytes, offset + done, count);
      done += count;
    }
    position += length;
  }

  private void drain() throws IOException {
    buffer.flip();
    crc.update(buffer.duplicate());
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** The file, which stays open: the code that forces it to disk closes it. */
  FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    if (channel.isOpen()) {
      drain();
    }
  }

  /** Ends the file without writing what is left. */
  void abandon() throws IOException {
    channel.close();
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return this;
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return this;
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return file.toString();
  }
}
