// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.HiddenNameException;
import io.situ.storage.mounted.namespace.NameOperations;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.namespace.TreeRemover;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import java.util.Arrays;

/** The calls that change names: each works on directories that are held. */
final class LibCephFsNamespace implements NameOperations {

  private static final int OWNER_ONLY = 0700;

  private final LibCephFsPathResolver tree;

  LibCephFsNamespace(LibCephFsPathResolver tree) {
    this.tree = tree;
  }

  private interface Act {
    void at(EntryRef<LibCephFsInode> place) throws ErrnoException;
  }

  private void make(StorePath path, Act act) throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    try (EntryRef<LibCephFsInode> place = tree.place(path)) {
      act.at(place);
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, path);
    }
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    make(path, place -> place.directory().mkdir(place.name(), mode));
  }

  @Override
  public void symlink(StorePath path, String target) throws StoreException {
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "a link needs a target that is not empty and has no NUL");
    }
    byte[] text = StorePath.encode(target);
    make(path, place -> place.directory().symlink(place.name(), text));
  }

  @Override
  public void hardLink(StorePath path, StorePath target) throws StoreException {
    if (target.isRoot()) {
      throw Errno.failure(-Errno.EISDIR, target);
    }
    try (EntryRef<LibCephFsInode> from = tree.place(target);
        LibCephFsInode node = from.object()) {
      if (node.isDirectory()) {
        throw Errno.failure(-Errno.EISDIR, target);
      }
      make(path, place -> place.directory().link(node, place.name()));
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, target);
    }
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    try (EntryRef<LibCephFsInode> place = tree.place(path)) {
      remove(place);
      return true;
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw CephErrors.withPath(e.is(Errno.EEXIST) ? new ErrnoException(Errno.ENOTEMPTY) : e, path);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Directories that are held cost no descriptors: all on the way down are. */
  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    EntryRef<LibCephFsInode> place;
    try {
      place = tree.place(path);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
    try (LibCephFsDirectory parent = new LibCephFsDirectory(place.directory())) {
      return TreeRemover.remove(parent, path, Integer.MAX_VALUE);
    }
  }

  private static void remove(EntryRef<LibCephFsInode> place) throws ErrnoException {
    boolean directory;
    try (LibCephFsInode node = place.directory().childTypeOnly(place.name())) {
      directory = node.isDirectory();
    }
    if (directory) {
      place.directory().rmdir(place.name());
    } else {
      place.directory().unlink(place.name());
    }
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    if (from.isRoot() || to.isRoot()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, from, "the store's root cannot take part in a rename");
    }
    try (EntryRef<LibCephFsInode> source = tree.place(from);
        LibCephFsInode node = found(source, from);
        EntryRef<LibCephFsInode> goal = tree.place(to)) {
      if (from.equals(to)) {
        return;
      }
      try {
        if (mode == RenameMode.REPLACE) {
          replace(source, node, goal);
        } else {
          noReplace(source, node, goal);
        }
      } catch (ErrnoException e) {
        StoreException failure = failure(e, new Both(from, to), node.isDirectory());
        for (Throwable leftBehind : e.getSuppressed()) {
          failure.addSuppressed(CephErrors.withPath((ErrnoException) leftBehind, to));
        }
        throw failure;
      } catch (HiddenNameException e) {
        throw e.withPath(from);
      }
    }
  }

  /**
   * Never asks the servers to rename a file onto a name of itself: they do nothing then, and the
   * library forgets names that are still there.
   */
  private static void replace(
      EntryRef<LibCephFsInode> source, LibCephFsInode node, EntryRef<LibCephFsInode> goal)
      throws ErrnoException, HiddenNameException {
    if (isSameEntry(source, goal)) {
      return;
    }
    if (!node.isDirectory() && goal.directory().hasNow(goal.name(), node)) {
      removeOtherName(source, node, goal);
    } else {
      source.directory().rename(source.name(), goal.directory(), goal.name());
    }
  }

  /**
   * Removes a name of a file that has another. The name is moved aside first: it is removed only
   * once nothing but a name of that file can be removed, and while the file has its new name.
   */
  private static void removeOtherName(
      EntryRef<LibCephFsInode> source, LibCephFsInode renamed, EntryRef<LibCephFsInode> goal)
      throws ErrnoException, HiddenNameException {
    LibCephFsInode directory = source.directory();
    byte[] aside = TempFileName.unique();
    directory.rename(source.name(), directory, aside);
    try {
      if (names(goal.directory(), goal.name(), renamed) && names(directory, aside, renamed)) {
        directory.unlink(aside);
        return;
      }
    } catch (ErrnoException e) {
      putBack(directory, aside, source.name());
      throw e;
    }
    putBack(directory, aside, source.name());
  }

  private static boolean isSameEntry(EntryRef<LibCephFsInode> one, EntryRef<LibCephFsInode> other)
      throws ErrnoException {
    return Arrays.equals(one.name(), other.name())
        && one.directory().describe().inode() == other.directory().describe().inode();
  }

  private static boolean names(LibCephFsInode directory, byte[] name, LibCephFsInode file)
      throws ErrnoException {
    try (LibCephFsInode there = directory.child(name)) {
      return there.status().inode() == file.status().inode();
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }

  private static LibCephFsInode found(EntryRef<LibCephFsInode> place, StorePath path)
      throws StoreException {
    try {
      return place.object();
    } catch (ErrnoException e) {
      throw CephErrors.withPath(e, path);
    }
  }

  private record Both(StorePath from, StorePath to) {}

  private static StoreException failure(ErrnoException e, Both paths, boolean directory) {
    return switch (e.number()) {
      case Errno.EEXIST -> CephErrors.withPath(e, paths.to());
      case Errno.ENOTEMPTY ->
          CephErrors.withPath(directory ? e : new ErrnoException(Errno.EISDIR), paths.to());
      case Errno.EISDIR, Errno.ENAMETOOLONG -> CephErrors.withPath(e, paths.to());
      case Errno.ENOTDIR ->
          new StoreException(
              Kind.NOT_A_DIRECTORY,
              paths.to(),
              "a directory cannot take the place of what is there");
      case Errno.EINVAL ->
          new StoreException(
              Kind.INVALID_ARGUMENT,
              paths.from(),
              "it cannot be renamed to '" + paths.to() + "', a place below itself");
      case Errno.EOPNOTSUPP ->
          new StoreException(
              Kind.UNSUPPORTED,
              paths.from(),
              "CephFS cannot rename it and be sure that nothing at '" + paths.to() + "' is lost");
      default -> CephErrors.withPath(e, paths.from());
    };
  }

  /** Of racing second names the servers make one; a directory has none. */
  private static void noReplace(
      EntryRef<LibCephFsInode> from, LibCephFsInode node, EntryRef<LibCephFsInode> to)
      throws ErrnoException, HiddenNameException {
    if (node.isDirectory()) {
      throw new ErrnoException(isThere(to) ? Errno.EEXIST : Errno.EOPNOTSUPP);
    }
    try {
      to.directory().link(node, to.name());
    } catch (ErrnoException e) {
      if (!e.is(Errno.EPERM) && !e.is(Errno.EMLINK)) {
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

  /**
   * Removes the first name of a file, and no other file's.
   *
   * @throws ErrnoException ENOENT if it is not the file's any more
   */
  private static void removeFirstName(EntryRef<LibCephFsInode> from, LibCephFsInode file)
      throws ErrnoException, HiddenNameException {
    LibCephFsInode directory = from.directory();
    byte[] aside = TempFileName.unique();
    try {
      directory.rename(from.name(), directory, aside);
    } catch (ErrnoException e) {
      if (!names(directory, aside, file)) {
        throw e;
      }
    }
    ErrnoException failure = new ErrnoException(Errno.ENOENT);
    try {
      if (names(directory, aside, file)) {
        directory.unlink(aside);
        return;
      }
    } catch (ErrnoException e) {
      failure = e;
    }
    putBack(directory, aside, from.name());
    throw failure;
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
      boolean kept = names(from.directory(), from.name(), file);
      int names = to.directory().names(to.name(), file);
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
        return;
      }
      try {
        directory.link(moved, name);
      } catch (ErrnoException e) {
        if (!e.is(Errno.EEXIST) || !names(directory, name, moved)) {
          throw e;
        }
      }
      directory.unlink(aside);
    } catch (ErrnoException e) {
      throw new HiddenNameException(aside, -e.number());
    }
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
