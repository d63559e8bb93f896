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
import java.util.Arrays;

/**
 * Renames in directories that are held. A name is removed only once it was moved aside and is known
 * to be the renamed file's. After a rename of the library failed nothing looks its new name up: see
 * {@link LibCephFsInode#moveAside}.
 */
final class LibCephFsRename {

  private static final int OWNER_ONLY = 0700;

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
    source.directory().rename(source.name(), goal.directory(), goal.name());
    return true;
  }

  /**
   * Renames an entry if nothing has the new name. Of racing second names the servers make one; a
   * directory has none.
   *
   * @throws ErrnoException EEXIST; EOPNOTSUPP if that cannot be done without replacing something;
   *     ENOENT if another client has renamed or removed the entry
   * @throws HiddenNameException if what was moved aside could not get its name again
   */
  static void noReplace(RenamePlace from, LibCephFsInode node, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    EntryRef<LibCephFsInode> goal = to.held();
    if (node.isDirectory()) {
      throw new ErrnoException(isThere(goal) ? Errno.EEXIST : Errno.EOPNOTSUPP);
    }
    try {
      goal.directory().link(node, goal.name());
    } catch (ErrnoException e) {
      if (!takesNoSecondName(e)) {
        throw e;
      }
      if (!node.isFile()) {
        throw new ErrnoException(Errno.EOPNOTSUPP);
      }
      ClaimedRename.rename(from.held(), to);
      return;
    }
    try {
      removeFirstName(from, node);
    } catch (ErrnoException e) {
      settle(from, node, to, e);
    }
  }

  /** Such as another user's file, for a user who may not write to it. */
  private static boolean takesNoSecondName(ErrnoException e) {
    return e.is(Errno.EPERM) || e.is(Errno.EMLINK);
  }

  /**
   * Removes a name of a file that has another. The name is moved aside first: it is removed only
   * once nothing but a name of that file can be removed, and while the file has its new name.
   *
   * @return false if it was not removed, and is there again
   */
  private static boolean removeOtherName(RenamePlace from, LibCephFsInode renamed, RenamePlace to)
      throws ErrnoException, HiddenNameException {
    byte[] aside = moveAside(from);
    try {
      if (names(to.held(), renamed) && removeAside(from, aside, renamed)) {
        return true;
      }
    } catch (ErrnoException e) {
      putBack(from, aside);
      if (CephErrors.endsSession(e) && hasNewNameOnly(from, renamed, to, e)) {
        return true;
      }
      throw e;
    }
    putBack(from, aside);
    return false;
  }

  /** Returns whether a name was removed by a call that was not answered any more. */
  private static boolean hasNewNameOnly(
      RenamePlace from, LibCephFsInode file, RenamePlace to, ErrnoException failure) {
    try {
      return !from.run(place -> names(place, file)) && to.run(place -> names(place, file));
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /**
   * Moves aside what has a name.
   *
   * @return the hidden name that it has now
   * @throws ErrnoException after which it has its name
   */
  private static byte[] moveAside(RenamePlace from) throws ErrnoException, HiddenNameException {
    byte[] aside = TempFileName.unique();
    try {
      from.held().directory().moveAside(from.held().name(), aside);
      return aside;
    } catch (ErrnoException e) {
      if (CephErrors.endsSession(e) && !CephErrors.isNotMade(e)) {
        putBack(from, aside);
      }
      throw e;
    }
  }

  /**
   * Removes the first name of a file, and no other file's.
   *
   * @throws ErrnoException ENOENT if it is not the file's any more
   */
  private static void removeFirstName(RenamePlace from, LibCephFsInode file)
      throws ErrnoException, HiddenNameException {
    byte[] aside = moveAside(from);
    ErrnoException failure = new ErrnoException(Errno.ENOENT);
    try {
      if (removeAside(from, aside, file)) {
        return;
      }
    } catch (ErrnoException e) {
      failure = e;
    }
    putBack(from, aside);
    throw failure;
  }

  /**
   * Removes the hidden name of what was moved aside. It may be gone already, removed by a program
   * that tidies up such names.
   *
   * @return false if it is not {@code file}'s, and stays
   */
  private static boolean removeAside(RenamePlace from, byte[] aside, LibCephFsInode file)
      throws ErrnoException {
    LibCephFsInode directory = from.held().directory();
    try (LibCephFsInode there = directory.child(aside)) {
      if (there.status().inode() != file.status().inode()) {
        return false;
      }
    } catch (ErrnoException e) {
      if (CephErrors.isAbsence(e)) {
        return true;
      }
      throw e;
    }
    directory.unlinkIfThere(aside);
    return true;
  }

  /**
   * Decides what to do where the first name could not be removed: the second one is removed only
   * while the file has another. If it is the last one, another client has removed the first, and
   * the file is renamed; so it is if the first one is gone once the session has ended, in which a
   * call may have removed it that was not answered any more.
   */
  private static void settle(
      RenamePlace from, LibCephFsInode file, RenamePlace to, ErrnoException failure)
      throws ErrnoException {
    try {
      boolean kept = from.run(place -> names(place, file));
      boolean renamed =
          !kept && CephErrors.endsSession(failure)
              ? to.run(place -> names(place, file))
              : to.run(place -> isLastName(place, file)) && !kept;
      if (renamed) {
        return;
      }
    } catch (ErrnoException | StoreException e) {
      failure.addSuppressed(e);
    }
    throw failure;
  }

  /** Removes a name of a file that has another; whether it is the file's last one, and stays. */
  private static boolean isLastName(EntryRef<LibCephFsInode> place, LibCephFsInode file)
      throws ErrnoException {
    int names = place.directory().names(place.name(), file.status().inode());
    if (names > 1) {
      place.directory().unlink(place.name());
    }
    return names == 1;
  }

  /**
   * Gives what was moved aside its name again, unless something else has got that meanwhile:
   * nothing is replaced. If the session has ended and nothing has the hidden name any more, a call
   * that was not answered has removed it, or given the name back.
   *
   * @throws HiddenNameException if it keeps the hidden name, or is not found under it
   */
  private static void putBack(RenamePlace from, byte[] aside) throws HiddenNameException {
    try {
      from.run(
          place -> {
            boolean sameSession = place == from.held();
            if (sameSession || isThere(new EntryRef<>(place.directory(), aside))) {
              putBackNow(aside, new RenamePlace(place, from.finder()));
            }
            return null;
          });
    } catch (ErrnoException e) {
      throw stillHidden(aside, CephErrors.withPath(e, null), e);
    } catch (StoreException e) {
      throw stillHidden(aside, e, e);
    }
  }

  private static HiddenNameException stillHidden(
      byte[] aside, StoreException reason, Exception cause) {
    HiddenNameException hidden = new HiddenNameException(aside, reason);
    for (Throwable leftBehind : cause.getSuppressed()) {
      hidden.addSuppressed(leftBehind);
    }
    return hidden;
  }

  private static void putBackNow(byte[] aside, RenamePlace place) throws ErrnoException {
    LibCephFsInode directory = place.held().directory();
    try (LibCephFsInode moved = directory.child(aside)) {
      if (moved.isDirectory()) {
        putBackDirectory(aside, place);
      } else {
        putBackFile(aside, moved, place);
      }
    }
  }

  private static void putBackFile(byte[] aside, LibCephFsInode moved, RenamePlace place)
      throws ErrnoException {
    LibCephFsInode directory = place.held().directory();
    try {
      directory.link(moved, place.held().name());
    } catch (ErrnoException e) {
      if (takesNoSecondName(e) && moved.isFile()) {
        ClaimedRename.rename(new EntryRef<>(directory, aside), place);
        return;
      }
      if (!e.is(Errno.EEXIST) || !names(place.held(), moved)) {
        throw e;
      }
    }
    directory.unlinkIfThere(aside);
  }

  /** A directory replaces an empty one that is made for that, exclusively, and nothing else. */
  private static void putBackDirectory(byte[] aside, RenamePlace place) throws ErrnoException {
    LibCephFsInode directory = place.held().directory();
    byte[] name = place.held().name();
    long made = directory.mkdir(name, OWNER_ONLY);
    try {
      directory.rename(aside, directory, name);
    } catch (ErrnoException e) {
      place.removeAfter(e, made, (parent, there) -> parent.directory().rmdir(parent.name()));
      throw e;
    }
  }

  private static boolean isSameEntry(EntryRef<LibCephFsInode> one, EntryRef<LibCephFsInode> other)
      throws ErrnoException {
    return Arrays.equals(one.name(), other.name())
        && one.directory().describe().inode() == other.directory().describe().inode();
  }

  private static boolean names(EntryRef<LibCephFsInode> place, LibCephFsInode file)
      throws ErrnoException {
    return place.directory().names(place.name(), file.status().inode()) > 0;
  }

  private static boolean isThere(EntryRef<LibCephFsInode> place) throws ErrnoException {
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
