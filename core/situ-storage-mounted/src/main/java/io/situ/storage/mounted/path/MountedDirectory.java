// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_RDONLY;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A directory of a mounted file system, held by a descriptor. Not thread-safe. */
public final class MountedDirectory implements DirectoryHandle {

  private static final int ROOM = 32 * 1024;
  private static final int RECORD_LENGTH = 16;
  private static final int TYPE = 18;
  private static final int NAME = 19;
  private static final int DT_DIR = 4;
  private static final byte[] PARENT = {'.', '.'};

  private final int fd;
  private final Identity identity;
  private final ByteBuffer room;
  private boolean open = true;

  private MountedDirectory(int fd, Identity identity, ByteBuffer room) {
    this.fd = fd;
    this.identity = identity;
    this.room = room;
  }

  /**
   * Holds a directory.
   *
   * @param fd its descriptor, closed with this, and if this fails; an {@code O_PATH} one cannot be
   *     listed
   */
  public static MountedDirectory of(int fd) throws ErrnoException {
    return of(fd, ByteBuffer.allocateDirect(ROOM).order(ByteOrder.nativeOrder()));
  }

  private static MountedDirectory of(int fd, ByteBuffer room) throws ErrnoException {
    int error = Syscalls.fstat(fd);
    if (error < 0) {
      Syscalls.close(fd);
      throw new ErrnoException(-error);
    }
    ByteBuffer stat = NativeScratchBuffers.get().memory();
    Identity identity =
        new Identity(
            StatxReader.mount(stat, 0), StatxReader.device(stat, 0), StatxReader.inode(stat, 0));
    return new MountedDirectory(fd, identity, room);
  }

  @Override
  public Identity identity() {
    return identity;
  }

  @Override
  public DirectoryHandle child(byte[] name) throws ErrnoException {
    int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
    return of(ErrnoException.check(Syscalls.openat(fd, address(name), flags, 0)), room);
  }

  @Override
  public DirectoryHandle parent() throws ErrnoException {
    return child(PARENT);
  }

  private static long address(byte[] name) {
    return NativeScratchBuffers.get().first(name);
  }

  @Override
  public List<Entry> next() throws ErrnoException {
    List<Entry> entries = new ArrayList<>();
    int length;
    do {
      length = ErrnoException.check(list());
      for (int at = 0; at < length; at += room.getShort(at + RECORD_LENGTH) & 0xFFFF) {
        byte[] name = name(at + NAME);
        if (!Arrays.equals(name, PathWalker.DOT) && !Arrays.equals(name, PARENT)) {
          entries.add(new Entry(name, room.get(at + TYPE) == DT_DIR));
        }
      }
    } while (length > 0 && entries.isEmpty());
    return entries;
  }

  /** A directory that was deleted meanwhile has no entries. */
  private int list() {
    int length = Syscalls.getdents64(fd, NativeScratchBuffers.addressOf(room), ROOM);
    return length == -Errno.ENOENT ? 0 : length;
  }

  private byte[] name(int start) {
    int end = start;
    while (room.get(end) != 0) {
      end++;
    }
    byte[] name = new byte[end - start];
    room.get(start, name);
    return name;
  }

  @Override
  public void unlink(byte[] name) throws ErrnoException {
    ErrnoException.check(Syscalls.unlinkat(fd, address(name), 0));
  }

  @Override
  public void rmdir(byte[] name) throws ErrnoException {
    ErrnoException.check(Syscalls.unlinkat(fd, address(name), Libc.AT_REMOVEDIR));
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      Syscalls.close(fd);
    }
  }
}
