// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;

import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;

/** An object of a mounted file system, held by an {@code O_PATH} descriptor. Not thread-safe. */
final class MountedObject implements ObjectHandle<MountedObject> {

  private static final int NONE = -1;

  private final int type;
  private final int mode;
  private final int owner;
  private int fd;

  /** Of what is described in the thread's stat slot. */
  private MountedObject(int fd) {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    this.fd = fd;
    this.type = StatxReader.type(scratch);
    this.mode = StatxReader.mode(scratch.memory(), 0);
    this.owner = StatxReader.owner(scratch.memory(), 0);
  }

  /**
   * Holds a directory by a descriptor of its own.
   *
   * @param fd a descriptor of it, not closed with this
   */
  static MountedObject directory(int fd) throws ErrnoException {
    return open(fd, PathWalker.DOT);
  }

  private static MountedObject open(int dir, byte[] name) throws ErrnoException {
    long address = NativeScratchBuffers.get().first(name);
    int fd = ErrnoException.check(Syscalls.openat(dir, address, O_PATH | O_NOFOLLOW, 0));
    int error = Syscalls.fstat(fd);
    if (error < 0) {
      Syscalls.close(fd);
      throw new ErrnoException(-error);
    }
    return new MountedObject(fd);
  }

  @Override
  public boolean isDirectory() {
    return type == Libc.S_IFDIR;
  }

  @Override
  public boolean isLink() {
    return type == Libc.S_IFLNK;
  }

  @Override
  public int mode() {
    return mode;
  }

  @Override
  public int owner() {
    return owner;
  }

  @Override
  public int user() {
    return Syscalls.fileSystemUser();
  }

  @Override
  public MountedObject child(byte[] name) throws ErrnoException {
    return open(fd, name);
  }

  @Override
  public byte[] readLink() throws ErrnoException {
    NativeScratchBuffers scratch = NativeScratchBuffers.get();
    return scratch.linkBytes(ErrnoException.check(Syscalls.readlinkat(fd, scratch.empty())));
  }

  /** Returns the descriptor, which the caller closes from now on. */
  int detach() {
    int detached = fd;
    fd = NONE;
    return detached;
  }

  @Override
  public void close() {
    if (fd != NONE) {
      Syscalls.close(detach());
    }
  }
}
