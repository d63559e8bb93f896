// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.mounted.namespace.HiddenNameException;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;

/**
 * What had a name, and has a hidden one in the same directory, until that is removed or it gets its
 * name again. Not thread-safe.
 *
 * @param from the place of the name that it had
 * @param hidden the name that it has
 * @param certain whether it is known to have that name
 */
record MovedAside(RenamePlace from, byte[] hidden, boolean certain) {

  private static final int OWNER_ONLY = 0700;

  /**
   * Moves aside what has a name.
   *
   * @throws ErrnoException after which it has its name; if that was not answered, it may have been
   *     removed under the hidden one
   * @throws HiddenNameException if it may have the hidden name: the move was not answered, and the
   *     name could not be given back
   */
  static MovedAside move(RenamePlace from) throws ErrnoException, HiddenNameException {
    MovedAside moved = new MovedAside(from, TempFileName.unique(), true);
    try {
      from.held().directory().moveAside(from.held().name(), moved.hidden);
      return moved;
    } catch (ErrnoException e) {
      if (CephErrors.isUnanswered(e)) {
        new MovedAside(from.after(e), moved.hidden, false).putBack();
      }
      throw e;
    }
  }

  /**
   * Removes the hidden name. It may be gone already, removed by a program that tidies up such
   * names.
   *
   * @return false if it is not {@code file}'s, and stays
   */
  boolean remove(LibCephFsInode file) throws ErrnoException {
    LibCephFsInode directory = from.held().directory();
    try (LibCephFsInode there = directory.child(hidden)) {
      if (there.status().inode() != file.status().inode()) {
        return false;
      }
    } catch (ErrnoException e) {
      if (CephErrors.isAbsence(e)) {
        return true;
      }
      throw e;
    }
    directory.unlinkIfThere(hidden);
    return true;
  }

  /**
   * Gives it its name again, unless something else has got that meanwhile: nothing is replaced. If
   * the session has ended and nothing in the directory has the hidden name any more, a call that
   * was not answered has removed it, or given the name back.
   *
   * @throws HiddenNameException if it keeps the hidden name, or is not found under it
   */
  void putBack() throws HiddenNameException {
    try {
      from.run(
          place -> {
            boolean sameSession = place == from.held();
            if (sameSession || RenamePlace.isThere(new EntryRef<>(place.directory(), hidden))) {
              putBack(new RenamePlace(place, from.finder()));
            }
            return null;
          });
    } catch (ErrnoException e) {
      throw stillHidden(CephErrors.withPath(e, null), e);
    } catch (StoreException e) {
      throw stillHidden(e, e);
    }
  }

  private HiddenNameException stillHidden(StoreException reason, Exception cause) {
    HiddenNameException kept = new HiddenNameException(hidden, reason, certain);
    for (Throwable other : cause.getSuppressed()) {
      kept.addSuppressed(other);
    }
    return kept;
  }

  private void putBack(RenamePlace place) throws ErrnoException {
    try (LibCephFsInode moved = place.held().directory().child(hidden)) {
      if (moved.isDirectory()) {
        putBackDirectory(place);
      } else {
        putBackFile(moved, place);
      }
    }
  }

  private void putBackFile(LibCephFsInode moved, RenamePlace place) throws ErrnoException {
    LibCephFsInode directory = place.held().directory();
    try {
      directory.link(moved, place.held().name());
    } catch (ErrnoException e) {
      if (ClaimedRename.isNeeded(e) && moved.isFile()) {
        ClaimedRename.rename(new EntryRef<>(directory, hidden), moved, place);
        return;
      }
      if (!e.is(Errno.EEXIST) || !RenamePlace.names(place.held(), moved)) {
        throw e;
      }
    }
    directory.unlinkIfThere(hidden);
  }

  /** A directory replaces an empty one that is made for that, exclusively, and nothing else. */
  private void putBackDirectory(RenamePlace place) throws ErrnoException {
    LibCephFsInode directory = place.held().directory();
    byte[] name = place.held().name();
    long made = directory.mkdir(name, OWNER_ONLY);
    try {
      directory.rename(hidden, directory, name);
    } catch (ErrnoException e) {
      place
          .after(e)
          .removeAfter(e, made, (parent, there) -> parent.directory().rmdir(parent.name()));
      throw e;
    }
  }
}
