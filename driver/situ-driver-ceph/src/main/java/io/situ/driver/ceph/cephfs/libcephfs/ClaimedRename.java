// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LeftBehindException;
import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;

/**
 * A no-replace rename of a file that takes no second name: the new name is claimed by creating an
 * empty file there, exclusively, and the rename then replaces the claim. Of racing claims and
 * exclusive creations the servers let one succeed. A claim cannot be read, so that no reader takes
 * it for the file.
 */
final class ClaimedRename {

  private static final int WRITE_ONLY = 0200;

  private ClaimedRename() {}

  /**
   * Returns whether a file takes no second name, such as another user's file, for a user who may
   * not write to it.
   *
   * @param e the error of giving it one
   */
  static boolean isNeeded(ErrnoException e) {
    return e.is(Errno.EPERM) || e.is(Errno.EMLINK);
  }

  /**
   * Renames a file.
   *
   * @param file what has the name {@code from}
   * @throws ErrnoException EEXIST if something has the new name; after any failure the claim is
   *     gone, as far as it could be removed, and what others put in its place or wrote into it
   *     stays. If the session ended while the claim was made, it may be there
   */
  static void rename(EntryRef<LibCephFsInode> from, LibCephFsInode file, RenamePlace to)
      throws ErrnoException {
    EntryRef<LibCephFsInode> goal = to.held();
    LibCephFsFile claim = claim(goal);
    try {
      claim.close();
      from.directory().rename(from.name(), goal.directory(), goal.name());
    } catch (ErrnoException e) {
      if (CephErrors.isUnanswered(e) && isRenamed(file, to.after(e), e)) {
        return;
      }
      to.after(e).removeAfter(e, claim.status().inode(), ClaimedRename::removeEmpty);
      throw e;
    }
  }

  /** A claim that is there without an answer looks like that of another process. */
  private static LibCephFsFile claim(EntryRef<LibCephFsInode> goal) throws ErrnoException {
    try {
      return goal.directory().create(goal.name(), WRITE_ONLY);
    } catch (ErrnoException e) {
      if (CephErrors.isUnanswered(e)) {
        e.addSuppressed(
            new LeftBehindException(
                "an empty file of mode 0200, which was made without an answer"));
      }
      throw e;
    }
  }

  private static boolean isRenamed(LibCephFsInode file, RenamePlace to, ErrnoException failure) {
    try {
      return to.run(place -> RenamePlace.names(place, file));
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  private static void removeEmpty(EntryRef<LibCephFsInode> place, LibCephFsInode claim)
      throws ErrnoException {
    if (claim.status().size() == 0) {
      place.directory().unlink(place.name());
    }
  }
}
