// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LeftBehindException;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;

/**
 * The place of a name in a rename: held, and found again by its path where the session has ended
 * that it is held in, so that a rename which was cut short leaves nothing behind. Not thread-safe.
 *
 * @param held closed by who made it
 * @param finder finds it in the present session
 * @param ended whether the session is known to have ended that it is held in
 */
record RenamePlace(EntryRef<LibCephFsInode> held, Finder finder, boolean ended) {

  RenamePlace(EntryRef<LibCephFsInode> held, Finder finder) {
    this(held, finder, false);
  }

  /** Finds a place by its path. */
  interface Finder {
    /** The place, to be closed by the caller. */
    EntryRef<LibCephFsInode> find() throws StoreException;
  }

  /** Does something at a place; may be called twice. */
  interface Act<T> {
    T at(EntryRef<LibCephFsInode> place) throws ErrnoException;
  }

  /**
   * Does something here; if the session has ended, once more in another one. As that is another
   * look-up of the path, what it is done to has to be compared by its inode's number.
   *
   * @throws StoreException if the place is not found in another session; {@code CHANGED} if its
   *     path leads to another directory by then
   */
  <T> T run(Act<T> act) throws ErrnoException, StoreException {
    if (!ended) {
      try {
        return act.at(held);
      } catch (ErrnoException e) {
        if (!CephErrors.endsSession(e)) {
          throw e;
        }
      }
    }
    try (EntryRef<LibCephFsInode> again = finder.find()) {
      if (again.directory().status().inode() != held.directory().status().inode()) {
        throw new StoreException(
            Kind.CHANGED, null, "another directory has the place of the one that it was in");
      }
      return act.at(again);
    }
  }

  /**
   * Returns the same place after a rename to it failed: if that was not answered, nothing is done
   * here in its session any more, in which the library may wait for the new name for ever.
   */
  RenamePlace after(ErrnoException failure) {
    return CephErrors.isUnanswered(failure) ? new RenamePlace(held, finder, true) : this;
  }

  /** Returns the place of another name in the same directory; what this holds is not held twice. */
  RenamePlace sibling(byte[] name) {
    return new RenamePlace(
        new EntryRef<>(held.directory(), name),
        () -> new EntryRef<>(finder.find().directory(), name),
        ended);
  }

  /** Removes what has the name of a place. */
  interface Removal {
    void remove(EntryRef<LibCephFsInode> place, LibCephFsInode there) throws ErrnoException;
  }

  /**
   * Removes what was made here for a rename that failed. A failure to do so is added to that of the
   * rename as a {@link LeftBehindException}, unless it is gone already.
   *
   * @param made its inode's number: nothing else is removed
   */
  void removeAfter(ErrnoException failure, long made, Removal removal) {
    try {
      run(
          place -> {
            try (LibCephFsInode there = place.object()) {
              if (there.status().inode() == made) {
                removal.remove(place, there);
              }
            }
            return null;
          });
    } catch (ErrnoException e) {
      if (!CephErrors.isAbsence(e)) {
        failure.addSuppressed(new LeftBehindException(e));
      }
    } catch (StoreException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        failure.addSuppressed(new LeftBehindException(e.getMessage()));
      }
    }
  }

  /** Returns whether a name is one of {@code file}'s. */
  static boolean names(EntryRef<LibCephFsInode> place, LibCephFsInode file) throws ErrnoException {
    return nameCount(place, file) > 0;
  }

  /** Returns how many names {@code file} has if a name is one of them, else 0. */
  static int nameCount(EntryRef<LibCephFsInode> place, LibCephFsInode file) throws ErrnoException {
    return place.directory().names(place.name(), file.status().inode());
  }

  /** Returns whether something has a name. */
  static boolean isThere(EntryRef<LibCephFsInode> place) throws ErrnoException {
    try (LibCephFsInode node = place.directory().childTypeOnly(place.name())) {
      return true;
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }
}
