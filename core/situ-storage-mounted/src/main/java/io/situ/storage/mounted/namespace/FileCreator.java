// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.nativelib.Libc.O_CREAT;
import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_EXCL;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;
import static io.situ.storage.mounted.nativelib.Libc.O_WRONLY;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.file.MountedWriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import io.situ.storage.mounted.path.StatxReader;
import java.util.Arrays;
import java.util.Optional;

/**
 * Makes a file at a place.
 *
 * <p>A file that is to be replaced is not removed first, lest a failure leave nothing: the new one
 * is made under a hidden name derived from its own and renamed at once, still empty. A process that
 * dies between the two calls leaves the hidden name, empty; the next one that replaces the same
 * file removes it. Another process of the same user that replaces the file in this moment uses that
 * name too: whose file has got the name is looked at before it is written to. Another user may have
 * made something of that name in a directory that all may write to: then a random one is taken.
 */
public class FileCreator implements MountedWriteHandle.CreatedFile {

  /** So often the file is made again that another process has taken away. */
  private static final int MAX_SWAPS = 100;

  private final int dir;
  private final byte[] name;
  private final FileSystemType type;
  private final NewFile made;
  private FileId file;
  private int fd = -1;
  private boolean created;
  private boolean named;

  /**
   * @param dir the open directory, closed with this
   */
  FileCreator(int dir, byte[] name, FileSystemType type, NewFile made) {
    this.dir = dir;
    this.name = name;
    this.type = type;
    this.made = made;
  }

  /**
   * A file made at {@code place}, open for writing; empty if it is to replace what a link leads to.
   */
  public static Optional<WriteHandle> create(
      StorePath path,
      DirEntryRef place,
      WriteHandle.Options options,
      FileSystemType type,
      NewFile made)
      throws StoreException {
    int dir = Syscalls.openat(place.dir(), directoryOf(place), O_PATH | O_DIRECTORY, 0);
    if (dir < 0) {
      throw Errno.failure(dir, path);
    }
    return new FileCreator(dir, lastName(place.name()), type, made).create(path, options);
  }

  /** Makes the file; called once. */
  final Optional<WriteHandle> create(StorePath path, WriteHandle.Options options)
      throws StoreException {
    try {
      int fd = open(path, options);
      if (fd == -Errno.ELOOP) {
        close();
        return Optional.empty();
      }
      return Optional.of(new MountedWriteHandle(path, fd, this, type.flushReachesServer(), 0));
    } catch (StoreException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static long directoryOf(DirEntryRef place) {
    byte[] name = place.name();
    int slash = name.length - lastName(name).length - 1;
    return slash <= 0
        ? NativeScratchBuffers.get().first(PathWalker.DOT)
        : NativeScratchBuffers.get().first(name, 0, slash);
  }

  private static byte[] lastName(byte[] path) {
    int from = path.length;
    while (from > 0 && path[from - 1] != '/') {
      from--;
    }
    return Arrays.copyOfRange(path, from, path.length);
  }

  private int open(StorePath path, WriteHandle.Options options) throws StoreException {
    int opened = make(name, options.mode());
    if (opened == -Errno.EEXIST) {
      boolean link = refuse(path, options.replace());
      opened = link ? -Errno.ELOOP : replace(options.mode());
    }
    if (opened < 0 && opened != -Errno.ELOOP) {
      throw created && opened == -Errno.ESTALE
          ? Errno.madeAndForgotten(path)
          : Errno.notMade(opened, path);
    }
    fd = opened;
    return opened;
  }

  private int make(byte[] newName, int mode) {
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | made.flags();
    int fd = Syscalls.openat(dir, NativeScratchBuffers.get().first(newName), flags, mode);
    if (fd < 0) {
      return fd;
    }
    created = true;
    int error = describe(fd);
    if (error < 0) {
      removeUnknown(newName, fd);
      Syscalls.close(fd);
      return error;
    }
    file = FileId.described();
    error = CreatedMode.settle(fd, mode, dir, type);
    if (error >= 0) {
      error = made.opened(fd);
    }
    if (error < 0) {
      remove(newName);
      Syscalls.close(fd);
      return error;
    }
    return fd;
  }

  /**
   * Removes a new file that could not be described, if it now can be: else it is not known whether
   * the name is still its own.
   */
  private void removeUnknown(byte[] newName, int fd) {
    if (describe(fd) == 0) {
      file = FileId.described();
      remove(newName);
    }
  }

  /** Describes a new file into the thread's stat slot; returns 0 or the negative error number. */
  int describe(int fd) {
    return Syscalls.fstat(fd);
  }

  /** Looks at what has the name already: whether it is a link, which is followed to replace. */
  private boolean refuse(StorePath path, boolean replace) throws StoreException {
    int error =
        Syscalls.statx(dir, NativeScratchBuffers.get().first(name), Libc.AT_SYMLINK_NOFOLLOW);
    int type = StatxReader.type(NativeScratchBuffers.get());
    if (error == 0 && type == Libc.S_IFLNK && replace) {
      return true;
    }
    if (error == 0 && type == Libc.S_IFDIR) {
      throw Errno.failure(replace ? -Errno.EISDIR : -Errno.EEXIST, path);
    }
    if (!replace) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    if (error == 0 && type != Libc.S_IFREG) {
      throw new StoreException(
          Kind.UNSUPPORTED, path, "it is neither a file nor a directory and is not replaced");
    }
    return false;
  }

  /**
   * Makes the file under a hidden name, and renames it. The name that is the same each time may
   * belong to another user, and cannot be removed then: another one is taken.
   */
  private int replace(int mode) {
    byte[] hidden = TempFileName.of(name);
    int error = 0;
    for (int swaps = 0; swaps <= MAX_SWAPS; swaps++) {
      int fd = make(hidden, mode);
      if (fd == -Errno.EEXIST) {
        int removed = Syscalls.unlinkat(dir, NativeScratchBuffers.get().first(hidden), 0);
        if (swaps > 0 || removed < 0 && removed != -Errno.ENOENT) {
          hidden = TempFileName.unique();
        }
        error = fd;
        continue;
      }
      if (fd < 0) {
        return fd;
      }
      NativeScratchBuffers scratch = NativeScratchBuffers.get();
      error = Syscalls.renameat(dir, scratch.first(hidden), dir, scratch.second(name));
      if (error == 0 && (swaps == MAX_SWAPS || has(name))) {
        return fd;
      }
      if (error < 0 && error != -Errno.ENOENT) {
        remove(hidden);
        Syscalls.close(fd);
        return error;
      }
      Syscalls.close(fd);
    }
    return error;
  }

  @Override
  public final int remove() {
    return remove(name);
  }

  /** Removes a name if it is the file's, and another file that has got it is not removed. */
  private int remove(byte[] of) {
    int error = stat(of);
    if (error < 0) {
      return error == -Errno.ENOENT ? 0 : error;
    }
    return FileId.described().equals(file)
        ? Syscalls.unlinkat(dir, NativeScratchBuffers.get().first(of), 0)
        : 0;
  }

  private boolean has(byte[] of) {
    return stat(of) == 0 && FileId.described().equals(file);
  }

  private int stat(byte[] of) {
    int flags = Libc.AT_SYMLINK_NOFOLLOW | Libc.AT_STATX_FORCE_SYNC;
    return Syscalls.statx(dir, NativeScratchBuffers.get().first(of), flags);
  }

  @Override
  public final int sync() {
    if (named) {
      return 0;
    }
    int error = DirectorySync.sync(dir, fd);
    named = error == 0;
    return error;
  }

  @Override
  public final void close() {
    Syscalls.close(dir);
  }
}
