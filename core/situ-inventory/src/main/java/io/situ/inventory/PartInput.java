package io.situ.inventory;

import java.io.EOFException;
import java.nio.ByteBuffer;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;

/** A data file held in memory. */
record PartInput(ByteBuffer bytes) implements InputFile {

  @Override
  public long getLength() {
    return bytes.limit();
  }

  @Override
  public SeekableInputStream newStream() {
    return new Stream(bytes.duplicate().rewind());
  }

  private static final class Stream extends SeekableInputStream {
    private final ByteBuffer bytes;

    Stream(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public long getPos() {
      return bytes.position();
    }

    @Override
    public void seek(long position) throws EOFException {
      if (position < 0 || position > bytes.limit()) {
        throw new EOFException("no byte " + position + " in " + bytes.limit());
      }
      bytes.position((int) position);
    }

    @Override
    public int read() {
      return bytes.hasRemaining() ? bytes.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = Math.min(length, bytes.remaining());
      bytes.get(into, offset, count);
      return count;
    }

    @Override
    public int read(ByteBuffer into) {
      if (!into.hasRemaining()) {
        return 0;
      }
      if (!bytes.hasRemaining()) {
        return -1;
      }
      int count = Math.min(into.remaining(), bytes.remaining());
      into.put(bytes.slice(bytes.position(), count));
      bytes.position(bytes.position() + count);
      return count;
    }

    @Override
    public void readFully(byte[] into) throws EOFException {
      readFully(into, 0, into.length);
    }

    @Override
    public void readFully(byte[] into, int offset, int length) throws EOFException {
      if (length > bytes.remaining()) {
        throw new EOFException(length + " bytes wanted, " + bytes.remaining() + " there");
      }
      bytes.get(into, offset, length);
    }

    @Override
    public void readFully(ByteBuffer into) throws EOFException {
      if (into.remaining() > bytes.remaining()) {
        throw new EOFException(into.remaining() + " bytes wanted, " + bytes.remaining() + " there");
      }
      read(into);
    }
  }
}
