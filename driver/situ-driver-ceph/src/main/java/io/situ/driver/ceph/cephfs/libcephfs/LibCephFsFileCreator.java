// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Makes a file at a place, and knows the place afterwards.
 *
 * <p>A file that is to be replaced is not removed first, lest a failure leave nothing: the new one
 * is made under a hidden name and renamed at once, still empty. A process that dies between the two
 * calls leaves the hidden name, empty; the next one that replaces the same file removes it, or
 * takes a random one where it may not.
 */
final class LibCephFsFileCreator implements AutoCloseable {

  /** So often at most other processes are given way: each time they do the opposite. */
  private static final int MAX_SWAPS = 1000;

  private final EntryRef<LibCephFsInode> place;
  private LibCephFsFile file;
  private boolean named;

  private LibCephFsFileCreator(EntryRef<LibCephFsInode> place) {
    this.place = place;
  }

  /**
   * A file made at {@code place}, open for writing; empty if it is to replace what a link leads to.
   *
   * @param place closed with the handle, or now where there is none
   */
  static Optional<WriteHandle> create(
      StorePath path, EntryRef<LibCephFsInode> place, WriteHandle.Options options)
      throws StoreException {
    LibCephFsFileCreator made = new LibCephFsFileCreator(place);
    try {
      if (made.make(path, options)) {
        return Optional.of(new LibCephFsWriteHandle(path, made.file, Optional.of(made)));
      }
      made.close();
      return Optional.empty();
    } catch (ErrnoException e) {
      made.close();
      throw CephErrors.withPath(e, path);
    } catch (StoreException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Whether the file is made; if not, a link has the name. */
  private boolean make(StorePath path, WriteHandle.Options options)
      throws StoreException, ErrnoException {
    for (int swaps = 0; ; swaps++) {
      try {
        file = place.directory().create(place.name(), options.mode());
        return true;
      } catch (ErrnoException e) {
        if (!e.is(Errno.EEXIST) || swaps == MAX_SWAPS) {
          throw e;
        }
      }
      Optional<Boolean> link = refuse(path, options.replace());
      if (link.isPresent()) {
        if (!link.get()) {
          file = replace(options.mode());
        }
        return !link.get();
      }
    }
  }

  /** Whether what has the name already is a link to be followed; empty if it has gone. */
  private Optional<Boolean> refuse(StorePath path, boolean replace)
      throws StoreException, ErrnoException {
    if (!replace) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    try (LibCephFsInode there = place.object()) {
      if (there.isDirectory()) {
        throw Errno.failure(-Errno.EISDIR, path);
      }
      if (!there.isLink() && !there.isFile()) {
        throw new StoreException(
            Kind.UNSUPPORTED, path, "it is neither a file nor a directory and is not replaced");
      }
      return Optional.of(there.isLink());
    } catch (ErrnoException e) {
      if (CephErrors.isAbsence(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private LibCephFsFile replace(int mode) throws ErrnoException {
    LibCephFsInode directory = place.directory();
    byte[] hidden = TempFileName.of(place.name());
    for (int swaps = 0; ; swaps++) {
      LibCephFsFile made;
      try {
        made = directory.create(hidden, mode);
      } catch (ErrnoException e) {
        if (!e.is(Errno.EEXIST) || swaps == MAX_SWAPS) {
          throw e;
        }
        boolean freed = freed(hidden);
        if (swaps > 0 || !freed) {
          // Another process replaces the same file, or it is another user's.
          hidden = TempFileName.unique();
        }
        continue;
      }
      try {
        directory.rename(hidden, directory, place.name());
        if (swaps == MAX_SWAPS || has(place.name(), made)) {
          return made;
        }
        made.close();
      } catch (ErrnoException e) {
        made.close();
        if (!e.is(Errno.ENOENT) || swaps == MAX_SWAPS) {
          remove(hidden, made);
          throw e;
        }
      }
    }
  }

  /**
   * Removes what has the hidden name. Whether it is free now: in a directory that all may write to,
   * another user's stays there.
   */
  private boolean freed(byte[] hidden) throws ErrnoException {
    try {
      place.directory().unlinkIfThere(hidden);
      return true;
    } catch (ErrnoException e) {
      if (e.is(Errno.EPERM) || e.is(Errno.EACCES) || e.is(Errno.EISDIR)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether a name is still that of a file that was made, and not of another one. */
  private boolean has(byte[] name, LibCephFsFile made) throws ErrnoException {
    return place.directory().names(name, made.status().inode()) > 0;
  }

  /** Takes the file away if it still is the one that was made. */
  void remove() throws ErrnoException {
    remove(place.name(), file);
  }

  private void remove(byte[] name, LibCephFsFile made) throws ErrnoException {
    if (has(name, made)) {
      place.directory().unlinkIfThere(name);
    }
  }

  /** Sets an extended attribute of the file, if it still has its name. */
  void setXattr(String name, ByteBuffer value) throws ErrnoException {
    try (LibCephFsInode there = place.object()) {
      if (there.status().inode() != file.status().inode()) {
        throw new ErrnoException(Errno.ENOENT);
      }
      LibCephFsAttributes.set(there, name.getBytes(StandardCharsets.UTF_8), value, XattrMode.SET);
    }
  }

  /** Makes the name survive a power cut. */
  void sync() throws ErrnoException {
    if (!named) {
      place.directory().sync();
      named = true;
    }
  }

  @Override
  public void close() {
    place.close();
  }
}
