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
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a file at a place, and knows the place afterwards.
 *
 * <p>A file that is to be replaced is not removed first, lest a failure leave nothing: the new one
 * is made under a hidden name and renamed at once, still empty. A process that dies between the two
 * calls leaves the hidden name, empty; one that replaces the same file much later removes it. What
 * may be another process's now is never removed: see {@link LibCephFsInode#moveAside}.
 */
final class LibCephFsFileCreator implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LibCephFsFileCreator.class);

  /** So often at most other processes are given way: each time they do the opposite. */
  private static final int MAX_SWAPS = 1000;

  /** As old no hidden name is that another process is about to rename. */
  private static final Duration STALE_AGE = Duration.ofHours(1);

  private final RenamePlace found;
  private final EntryRef<LibCephFsInode> place;
  private LibCephFsFile file;
  private boolean named;

  private LibCephFsFileCreator(RenamePlace found) {
    this.found = found;
    this.place = found.held();
  }

  /**
   * A file made at {@code found}, open for writing; empty if it is to replace what a link leads to,
   * or the place is to be found again.
   *
   * @param found what it holds is closed with the handle, or now where there is none
   */
  static Optional<WriteHandle> create(
      StorePath path, RenamePlace found, WriteHandle.Options options) throws StoreException {
    LibCephFsFileCreator made = new LibCephFsFileCreator(found);
    try {
      if (made.make(path, options)) {
        return Optional.of(new LibCephFsWriteHandle(path, made.file, Optional.of(made)));
      }
      made.close();
      return Optional.empty();
    } catch (ErrnoException e) {
      made.close();
      if (CephErrors.isNotMade(e)) {
        return Optional.empty();
      }
      throw CephErrors.withPath(e, path);
    } catch (StoreException | RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Whether the file is made; if not, the place is to be found again. */
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
        return !link.get() && replace(options.mode());
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

  /** Whether the file is replaced; if not, another program removed the hidden name. */
  private boolean replace(int mode) throws ErrnoException {
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
        removeStale(hidden);
        hidden = TempFileName.unique();
        continue;
      }
      try {
        directory.rename(hidden, directory, place.name());
        if (swaps == MAX_SWAPS || has(place.name(), made)) {
          file = made;
          return true;
        }
      } catch (ErrnoException e) {
        closeAfter(e, made);
        if (CephErrors.isAbsence(e)) {
          return false;
        }
        found.sibling(hidden).removeAfter(e, made.status().inode(), (at, there) -> unlink(at));
        throw e;
      }
      made.close();
    }
  }

  /** In a session that has ended there is nothing to close. */
  private static void closeAfter(ErrnoException failure, LibCephFsFile file) {
    try {
      file.close();
    } catch (ErrnoException e) {
      if (!CephErrors.endsSession(e)) {
        failure.addSuppressed(e);
      }
    }
  }

  private static void unlink(EntryRef<LibCephFsInode> place) throws ErrnoException {
    place.directory().unlinkIfThere(place.name());
  }

  /** Removes what a process that died has left, as far as this user may. */
  private void removeStale(byte[] hidden) {
    try (LibCephFsInode left = place.directory().child(hidden)) {
      Instant made = Instant.ofEpochSecond(0, left.status().modifiedNanos());
      if (left.isFile() && made.isBefore(Instant.now().minus(STALE_AGE))) {
        place.directory().unlinkIfThere(hidden);
      }
    } catch (ErrnoException e) {
      LOG.debug("a hidden name that another process left stays", e);
    }
  }

  /** Whether a name is still that of a file that was made, and not of another one. */
  private boolean has(byte[] name, LibCephFsFile made) throws ErrnoException {
    return place.directory().names(name, made.status().inode()) > 0;
  }

  /** Takes the file away if it still is the one that was made. */
  void remove() throws ErrnoException {
    if (has(place.name(), file)) {
      unlink(place);
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
