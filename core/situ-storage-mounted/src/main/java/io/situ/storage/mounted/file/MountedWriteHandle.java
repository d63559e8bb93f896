// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.nio.ByteBuffer;

/** Writes at the end of one open file. */
public final class MountedWriteHandle extends CheckedWriteHandle {

  /** Where a created file is, to take it away or to make its name last; empty for an append. */
  public interface CreatedFile extends AutoCloseable {

    /** Takes the file away if it still is the one that was created. */
    int remove();

    /** Makes the name survive a power cut. */
    int sync();

    @Override
    void close();
  }

  /** An appended file was there before: it is never taken away. */
  public static final CreatedFile KEPT =
      new CreatedFile() {
        @Override
        public int remove() {
          return 0;
        }

        @Override
        public int sync() {
          return 0;
        }

        @Override
        public void close() {}
      };

  private final int fd;
  private final CreatedFile birthplace;
  private final boolean flushReachesServer;
  private long position;

  public MountedWriteHandle(
      StorePath path, int fd, CreatedFile birthplace, boolean flushReachesServer, long position) {
    super(path);
    this.fd = fd;
    this.birthplace = birthplace;
    this.flushReachesServer = flushReachesServer;
    this.position = position;
  }

  @Override
  public void write(ByteBuffer buffer) throws StoreException {
    checkUsable();
    boolean direct = buffer.isDirect();
    ByteBuffer staging = direct ? buffer : NativeScratchBuffers.get().staging();
    long address = NativeScratchBuffers.addressOf(staging);
    while (buffer.hasRemaining()) {
      if (direct) {
        int count = writeSome(address + buffer.position(), buffer.remaining());
        buffer.position(buffer.position() + count);
      } else {
        int count = Math.min(buffer.remaining(), staging.capacity());
        staging.clear().put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + writeSome(address, count));
      }
    }
  }

  private int writeSome(long address, int count) throws StoreException {
    long written = Syscalls.write(fd, address, count);
    if (written <= 0) {
      throw broken(Errno.failure(written == 0 ? -Errno.EIO : written, path()));
    }
    position += written;
    return (int) written;
  }

  private void check(int result) throws StoreException {
    if (result < 0) {
      throw broken(Errno.failure(result, path()));
    }
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void flush() throws StoreException {
    checkUsable();
    if (flushReachesServer) {
      check(Syscalls.fdatasync(fd));
    }
  }

  @Override
  public void sync() throws StoreException {
    checkUsable();
    check(Syscalls.fsync(fd));
    check(birthplace.sync());
  }

  /**
   * {@inheritDoc}
   *
   * <p>What was written is on the server first: a client of GlusterFS that still has it in its
   * buffer takes the size before for the file's, once an attribute is set, and readers on this host
   * then find the file empty for a second.
   */
  @Override
  public void setXattr(String name, ByteBuffer value) throws StoreException {
    checkUsable();
    if (position > 0) {
      check(Syscalls.fdatasync(fd));
    }
    Errno.check(OpenFileXattr.set(fd, name, value, XattrMode.SET), path());
  }

  @Override
  protected void discard() throws StoreException {
    try (birthplace) {
      int removed = birthplace.remove();
      Syscalls.close(fd);
      Errno.check(removed, path());
    }
  }

  @Override
  protected void finish(boolean whole) throws StoreException {
    birthplace.close();
    int result = Syscalls.close(fd);
    if (whole) {
      check(result);
    }
  }
}
