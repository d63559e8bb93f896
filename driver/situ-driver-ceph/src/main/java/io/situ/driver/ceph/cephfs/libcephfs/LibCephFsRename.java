// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.namespace.HiddenNameException;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import java.util.Arrays;

/**
 * Renames in directories that are held. A name is removed only once it was moved aside and is known
 * to be the renamed file's. After a rename of the library failed nothing looks its new name up: see
 * {@link LibCephFsInode#moveAside}.
 */
final class LibCephFsRename {

  private LibCephFsRename() {}

  /**
   * Renames an entry in place of what has the new name. Never asks the servers to rename a file
   * onto a name of itself: they do nothing then, and the library forgets names that are still
   * there.
   *
   * @param from the entry
   * @param node what is to be renamed
   * @return false if other clients changed the names meanwhile, nothing was renamed, and the entry
   *     has its old name
   * @throws HiddenNameException if what was moved aside could not get its name again
   */
  static boolean replace(RenamePlace from, LibCephFsInode node, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    EntryRef<LibCephFsInode> source = from.held();
    EntryRef<LibCephFsInode> goal = to.held();
    if (isSameEntry(source, goal)) {
      return true;
    }
    if (!node.isDirectory() && goal.directory().hasNow(goal.name(), node)) {
      return removeOtherName(from, node, to);
    }
    try {
      source.directory().rename(source.name(), goal.directory(), goal.name());
    } catch (ErrnoException e) {
      if (!CephErrors.isUnanswered(e) || !hasNewNameOnly(from, node, to.after(e), e)) {
        throw e;
      }
    }
    return true;
  }

  /**
   * Renames an entry if nothing has the new name. Of racing second names the servers make one; a
   * directory has none, and a file gets none that this user could not remove again.
   *
   * @throws ErrnoException EEXIST; EOPNOTSUPP if that cannot be done without replacing something;
   *     ENOENT if another client has renamed or removed the entry
   * @throws HiddenNameException if what was moved aside could not get its name again
   */
  static void noReplace(RenamePlace from, LibCephFsInode node, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    EntryRef<LibCephFsInode> goal = to.held();
    if (node.isDirectory()) {
      throw new ErrnoException(RenamePlace.isThere(goal) ? Errno.EEXIST : Errno.EOPNOTSUPP);
    }
    if (getsSecondName(node, to)) {
      removeFirstName(from, node, to);
      return;
    }
    if (!node.isFile()) {
      throw new ErrnoException(Errno.EOPNOTSUPP);
    }
    ClaimedRename.rename(from.held(), node, to);
  }

  /** Gives a file the new name, too; returns false if it takes none that could be removed again. */
  private static boolean getsSecondName(LibCephFsInode file, RenamePlace to) throws ErrnoException {
    LibCephFsInode directory = to.held().directory();
    if (directory.keepsNamesOf(file)) {
      return false;
    }
    try {
      directory.link(file, to.held().name());
      return true;
    } catch (ErrnoException e) {
      if (CephErrors.isUnanswered(e)) {
        // A name that it had before stays.
        removeNewNameAfter(e, file, to, file.nameCount());
      }
      if (!ClaimedRename.isNeeded(e)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Removes the new name of a file after a rename that failed.
   *
   * @param left how many names the file has to have without it: else it stays
   */
  private static void removeNewNameAfter(
      ErrnoException failure, LibCephFsInode file, RenamePlace to, int left) {
    to.removeAfter(
        failure,
        file.status().inode(),
        (place, there) -> {
          if (there.nameCount() > left) {
            place.directory().unlink(place.name());
          }
        });
  }

  /**
   * Removes a name of a file that has another. The name is moved aside first: it is removed only
   * once nothing but a name of that file can be removed, and while the file has its new name.
   *
   * @return false if it was not removed, and is there again
   */
  private static boolean removeOtherName(RenamePlace from, LibCephFsInode renamed, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    MovedAside aside = MovedAside.move(from);
    try {
      if (RenamePlace.names(to.held(), renamed) && aside.remove(renamed)) {
        return true;
      }
    } catch (ErrnoException e) {
      aside.putBack();
      if (CephErrors.endsSession(e) && hasNewNameOnly(from, renamed, to, e)) {
        return true;
      }
      throw e;
    }
    aside.putBack();
    return false;
  }

  /** Returns whether a file was renamed by a call that was not answered any more. */
  private static boolean hasNewNameOnly(
      RenamePlace from, LibCephFsInode file, RenamePlace to, ErrnoException failure) {
    try {
      return !from.run(place -> RenamePlace.names(place, file))
          && to.run(place -> RenamePlace.names(place, file));
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /**
   * Removes the first name of a file that has got a second one, and no other file's name. Where
   * that fails, the second one is removed, unless it is the last one.
   *
   * @throws ErrnoException ENOENT if it is not the file's any more
   * @throws HiddenNameException if what was moved aside could not get its name again: the file
   *     keeps the second one, which may be the only one that is not hidden
   */
  private static void removeFirstName(RenamePlace from, LibCephFsInode file, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    MovedAside aside;
    try {
      aside = MovedAside.move(from);
    } catch (ErrnoException e) {
      if (CephErrors.isUnanswered(e)) {
        settle(from, file, to, e, false);
      } else {
        removeSecondName(file, to, e);
      }
      return;
    }
    ErrnoException failure = new ErrnoException(Errno.ENOENT);
    try {
      if (aside.remove(file)) {
        return;
      }
    } catch (ErrnoException e) {
      failure = e;
    }
    aside.putBack();
    settle(from, file, to, failure, true);
  }

  /**
   * Removes the second name of a file of which this process has removed no name. If it is the last
   * one, another client has removed the first, and the file is renamed.
   */
  private static void removeSecondName(LibCephFsInode file, RenamePlace to, ErrnoException failure)
      throws ErrnoException {
    try {
      if (isLastName(file, to, failure)) {
        return;
      }
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
    }
    throw failure;
  }

  /**
   * Decides what to do where the first name could not be removed: the second one is removed only
   * while the file has another. If it is the last one, another client has removed the first, and
   * the file is renamed. Once the session has ended and the first name is gone, nothing is removed:
   * if the name was moved aside, the file is renamed, for a call that was not answered any more has
   * removed it. Else another client may have renamed the file, and the rename fails.
   *
   * @param moved whether the first name was moved aside, as far as is known
   */
  private static void settle(
      RenamePlace from, LibCephFsInode file, RenamePlace to, ErrnoException failure, boolean moved)
      throws ErrnoException {
    try {
      boolean kept = from.run(place -> RenamePlace.names(place, file));
      boolean renamed =
          !kept && CephErrors.endsSession(failure)
              ? isRenamed(to.run(place -> RenamePlace.nameCount(place, file)), moved)
              : isLastName(file, to, failure) && !kept;
      if (renamed) {
        return;
      }
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
    }
    throw failure;
  }

  /**
   * Returns whether a file that has lost its first name is renamed.
   *
   * @param names how many it has if the new one is one of them, else 0
   * @param moved whether the first name was moved aside, as far as is known
   * @throws StoreException {@code CHANGED} if another client may have renamed it
   */
  private static boolean isRenamed(int names, boolean moved) throws StoreException {
    if (names > 1 && !moved) {
      throw new StoreException(
          Kind.CHANGED,
          null,
          "it has that name and others, and no longer its old one: another client may have renamed"
              + " it");
    }
    return names > 0;
  }

  /**
   * Returns whether the new name of a file is its last one, and stays; removes it if the file has
   * another.
   *
   * @param failure of the rename, to which a failure to remove it is added
   */
  private static boolean isLastName(LibCephFsInode file, RenamePlace to, ErrnoException failure)
      throws ErrnoException, StoreException {
    int names = to.run(place -> RenamePlace.nameCount(place, file));
    if (names > 1) {
      removeNewNameAfter(failure, file, to, 1);
    }
    return names == 1;
  }

  private static boolean isSameEntry(EntryRef<LibCephFsInode> one, EntryRef<LibCephFsInode> other)
      throws ErrnoException {
    return Arrays.equals(one.name(), other.name())
        && one.directory().identity().equals(other.directory().identity());
  }
}
