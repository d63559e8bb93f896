// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.nativelib.NativeScratch;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.file.CheckedWriteHandle;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Writes at the end of one open file. There is no process beside this one that would send what is
 * left when this one dies: closing returns when the servers have everything.
 */
final class LibCephFsWriteHandle extends CheckedWriteHandle {

  private final LibCephFsFile file;

  /** Empty for a file that was there before, which is never taken away. */
  private final Optional<LibCephFsFileCreator> made;

  private long position;
  private boolean unsent;

  /**
   * @param made closed with this
   */
  LibCephFsWriteHandle(StorePath path, LibCephFsFile file, Optional<LibCephFsFileCreator> made) {
    super(path);
    this.file = file;
    this.made = made;
    this.position = made.isPresent() ? 0 : file.status().size();
  }

  @Override
  public void write(ByteBuffer buffer) throws StoreException {
    checkUsable();
    boolean direct = buffer.isDirect();
    ByteBuffer room = direct ? buffer : NativeScratch.get();
    long address = NativeScratch.address(room);
    while (buffer.hasRemaining()) {
      int at = buffer.position();
      int count;
      if (direct) {
        count = writeSome(address + at, buffer.remaining());
      } else {
        int length = Math.min(buffer.remaining(), NativeScratch.SIZE);
        room.clear().put(buffer.slice(at, length));
        count = writeSome(address, length);
      }
      buffer.position(at + count);
    }
  }

  @Override
  public void setXattr(String name, ByteBuffer value) throws StoreException {
    checkUsable();
    if (made.isEmpty()) {
      super.setXattr(name, value);
    }
    try {
      made.get().setXattr(name, value);
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, path());
    }
  }

  private int writeSome(long address, int length) throws StoreException {
    unsent = true;
    int[] count = new int[1];
    keeping(
        () ->
            count[0] =
                file.write(made.isPresent() ? position : LibCephFsFile.AT_END, address, length));
    position += count[0];
    return count[0];
  }

  private interface Act {
    void run() throws ErrnoException;
  }

  /** Does something after whose failure nothing more can be written. */
  private void keeping(Act act) throws StoreException {
    try {
      act.run();
    } catch (ErrnoException e) {
      throw broken(failure(e));
    }
  }

  /** A call that is made again does not bring back what the ended session had. */
  private StoreException failure(ErrnoException e) {
    return CephErrors.endsSession(e)
        ? new StoreException(
            Kind.FAILED, path(), CephErrors.sessionEnd(e) + ": what was written may be lost")
        : CephErrors.atBytes(e, path());
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void flush() throws StoreException {
    checkUsable();
    keeping(this::send);
  }

  private void send() throws ErrnoException {
    if (unsent) {
      file.sync();
      unsent = false;
    }
  }

  @Override
  public void sync() throws StoreException {
    checkUsable();
    keeping(
        () -> {
          file.sync();
          unsent = false;
          if (made.isPresent()) {
            made.get().sync();
          }
        });
  }

  @Override
  protected void discard() throws StoreException {
    try {
      try {
        if (made.isPresent()) {
          made.get().remove();
        } else {
          send();
        }
      } finally {
        release();
      }
    } catch (ErrnoException e) {
      throw failure(e);
    }
  }

  @Override
  protected void finish(boolean whole) throws StoreException {
    try {
      try {
        if (whole) {
          send();
        }
      } finally {
        release();
      }
    } catch (ErrnoException e) {
      throw failure(e);
    }
  }

  private void release() throws ErrnoException {
    made.ifPresent(LibCephFsFileCreator::close);
    file.close();
  }
}
