// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
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

  private static final int OWNER_ONLY = 0700;

  private LibCephFsRename() {}

  /**
   * Renames an entry in place of what has the new name. Never asks the servers to rename a file
   * onto a name of itself: they do nothing then, and the library forgets names that are still
   * there.
   *
   * @param node what is to be renamed
   * @return false if other clients changed the names meanwhile, nothing was renamed, and the entry
   *     has its old name
   * @throws HiddenNameException if what was moved aside could not get its name again
   */
  static boolean replace(
      EntryRef<LibCephFsInode> source, LibCephFsInode node, EntryRef<LibCephFsInode> goal)
      throws ErrnoException, HiddenNameException {
    if (isSameEntry(source, goal)) {
      return true;
    }
    if (!node.isDirectory() && goal.directory().hasNow(goal.name(), node)) {
      return removeOtherName(source, node, goal);
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
  static void noReplace(
      EntryRef<LibCephFsInode> from, LibCephFsInode node, EntryRef<LibCephFsInode> to)
      throws ErrnoException, HiddenNameException {
    if (node.isDirectory()) {
      throw new ErrnoException(isThere(to) ? Errno.EEXIST : Errno.EOPNOTSUPP);
    }
    try {
      to.directory().link(node, to.name());
    } catch (ErrnoException e) {
      if (!takesNoSecondName(e)) {
        throw e;
      }
      if (!node.isFile()) {
        throw new ErrnoException(Errno.EOPNOTSUPP);
      }
      ClaimedRename.rename(from, to);
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
  private static boolean removeOtherName(
      EntryRef<LibCephFsInode> source, LibCephFsInode renamed, EntryRef<LibCephFsInode> goal)
      throws ErrnoException, HiddenNameException {
    LibCephFsInode directory = source.directory();
    byte[] aside = directory.moveAside(source.name());
    try {
      if (names(goal, renamed) && removeAside(directory, aside, renamed)) {
        return true;
      }
    } catch (ErrnoException e) {
      putBack(directory, aside, source.name());
      throw e;
    }
    putBack(directory, aside, source.name());
    return false;
  }

  /**
   * Removes the first name of a file, and no other file's.
   *
   * @throws ErrnoException ENOENT if it is not the file's any more
   */
  private static void removeFirstName(EntryRef<LibCephFsInode> from, LibCephFsInode file)
      throws ErrnoException, HiddenNameException {
    LibCephFsInode directory = from.directory();
    byte[] aside = directory.moveAside(from.name());
    ErrnoException failure = new ErrnoException(Errno.ENOENT);
    try {
      if (removeAside(directory, aside, file)) {
        return;
      }
    } catch (ErrnoException e) {
      failure = e;
    }
    putBack(directory, aside, from.name());
    throw failure;
  }

  /**
   * Removes the hidden name of what was moved aside. It may be gone already, removed by a program
   * that tidies up such names.
   *
   * @return false if it is not {@code file}'s, and stays
   */
  private static boolean removeAside(LibCephFsInode directory, byte[] aside, LibCephFsInode file)
      throws ErrnoException {
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
   * the file is renamed.
   */
  private static void settle(
      EntryRef<LibCephFsInode> from,
      LibCephFsInode file,
      EntryRef<LibCephFsInode> to,
      ErrnoException failure)
      throws ErrnoException {
    try {
      boolean kept = names(from, file);
      int names = to.directory().names(to.name(), file.status().inode());
      if (names == 1 && !kept) {
        return;
      }
      if (names > 1) {
        to.directory().unlink(to.name());
      }
    } catch (ErrnoException e) {
      failure.addSuppressed(e);
    }
    throw failure;
  }

  /**
   * Gives what was moved aside its name again, unless something else has got that meanwhile:
   * nothing is replaced.
   *
   * @throws HiddenNameException if it keeps the hidden name, or is not found under it
   */
  private static void putBack(LibCephFsInode directory, byte[] aside, byte[] name)
      throws HiddenNameException {
    try (LibCephFsInode moved = directory.child(aside)) {
      if (moved.isDirectory()) {
        putBackDirectory(directory, aside, name);
      } else {
        putBackFile(new EntryRef<>(directory, aside), moved, new EntryRef<>(directory, name));
      }
    } catch (ErrnoException e) {
      throw new HiddenNameException(aside, -e.number());
    }
  }

  private static void putBackFile(
      EntryRef<LibCephFsInode> aside, LibCephFsInode moved, EntryRef<LibCephFsInode> place)
      throws ErrnoException {
    LibCephFsInode directory = place.directory();
    try {
      directory.link(moved, place.name());
    } catch (ErrnoException e) {
      if (takesNoSecondName(e) && moved.isFile()) {
        ClaimedRename.rename(aside, place);
        return;
      }
      if (!e.is(Errno.EEXIST) || !names(place, moved)) {
        throw e;
      }
    }
    directory.unlinkIfThere(aside.name());
  }

  /** A directory replaces an empty one that is made for that, exclusively, and nothing else. */
  private static void putBackDirectory(LibCephFsInode directory, byte[] aside, byte[] name)
      throws ErrnoException {
    directory.mkdir(name, OWNER_ONLY);
    try {
      directory.rename(aside, directory, name);
    } catch (ErrnoException e) {
      directory.rmdir(name);
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
