// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephError;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.TempFileName;
import io.situ.storage.mounted.namespace.TreeRemover;
import io.situ.storage.mounted.nativelib.Errno;
import java.util.Arrays;

/** The calls that change names: each works on directories that are held. */
final class LibCephFsNamespace {

  private final LibCephFsPathResolver tree;

  LibCephFsNamespace(LibCephFsPathResolver tree) {
    this.tree = tree;
  }

  private interface Act {
    void at(LibCephFsEntryRef place) throws CephError;
  }

  private void make(StorePath path, Act act) throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    try (LibCephFsEntryRef place = tree.place(path)) {
      act.at(place);
    } catch (CephError e) {
      throw e.withPath(path);
    }
  }

  void mkdir(StorePath path, int mode) throws StoreException {
    make(path, place -> place.directory().mkdir(place.name(), mode));
  }

  void symlink(StorePath path, String target) throws StoreException {
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "a link needs a target that is not empty and has no NUL");
    }
    byte[] text = StorePath.encode(target);
    make(path, place -> place.directory().symlink(place.name(), text));
  }

  void hardLink(StorePath path, StorePath target) throws StoreException {
    if (target.isRoot()) {
      throw Errno.failure(-Errno.EISDIR, target);
    }
    try (LibCephFsEntryRef from = tree.place(target);
        LibCephFsInode node = from.node()) {
      if (node.isDirectory()) {
        throw Errno.failure(-Errno.EISDIR, target);
      }
      make(path, place -> place.directory().link(node, place.name()));
    } catch (CephError e) {
      throw e.withPath(target);
    }
  }

  boolean delete(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    try (LibCephFsEntryRef place = tree.place(path)) {
      remove(place);
      return true;
    } catch (CephError e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw (e.is(Errno.EEXIST) ? new CephError(Errno.ENOTEMPTY) : e).withPath(path);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** Directories that are held cost no descriptors: all on the way down are. */
  boolean deleteTree(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    LibCephFsEntryRef place;
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

  private static void remove(LibCephFsEntryRef place) throws CephError {
    boolean directory;
    try (LibCephFsInode node = place.directory().child(place.name(), LibCephFsInode.MODE_ONLY)) {
      directory = node.isDirectory();
    }
    if (directory) {
      place.directory().rmdir(place.name());
    } else {
      place.directory().unlink(place.name());
    }
  }

  void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    if (from.isRoot() || to.isRoot()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, from, "the store's root cannot take part in a rename");
    }
    try (LibCephFsEntryRef source = tree.place(from);
        LibCephFsInode node = found(source, from);
        LibCephFsEntryRef goal = tree.place(to)) {
      if (from.equals(to)) {
        return;
      }
      try {
        if (mode == RenameMode.REPLACE) {
          replace(source, node, goal);
        } else {
          noReplace(source, node, goal);
        }
      } catch (CephError e) {
        throw failure(e, new Both(from, to), node.isDirectory());
      }
    }
  }

  /**
   * Never asks the servers to rename a file onto a name of itself: they do nothing then, and the
   * library forgets names that are still there.
   */
  private static void replace(LibCephFsEntryRef source, LibCephFsInode node, LibCephFsEntryRef goal)
      throws CephError {
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
      LibCephFsEntryRef source, LibCephFsInode renamed, LibCephFsEntryRef goal) throws CephError {
    LibCephFsInode directory = source.directory();
    byte[] aside = TempFileName.of(source.name());
    directory.rename(source.name(), directory, aside);
    if (names(directory, aside, renamed) && names(goal.directory(), goal.name(), renamed)) {
      directory.unlink(aside);
    } else {
      directory.rename(aside, directory, source.name());
    }
  }

  private static boolean isSameEntry(LibCephFsEntryRef one, LibCephFsEntryRef other)
      throws CephError {
    return Arrays.equals(one.name(), other.name())
        && one.directory().describe().inode() == other.directory().describe().inode();
  }

  private static boolean names(LibCephFsInode directory, byte[] name, LibCephFsInode file)
      throws CephError {
    try (LibCephFsInode there = directory.child(name)) {
      return there.status().inode() == file.status().inode();
    } catch (CephError e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }

  private static LibCephFsInode found(LibCephFsEntryRef place, StorePath path)
      throws StoreException {
    try {
      return place.node();
    } catch (CephError e) {
      throw e.withPath(path);
    }
  }

  private record Both(StorePath from, StorePath to) {}

  private static StoreException failure(CephError e, Both paths, boolean directory) {
    return switch (e.number()) {
      case Errno.EEXIST -> e.withPath(paths.to());
      case Errno.ENOTEMPTY -> (directory ? e : new CephError(Errno.EISDIR)).withPath(paths.to());
      case Errno.EISDIR, Errno.ENAMETOOLONG -> e.withPath(paths.to());
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
      default -> e.withPath(paths.from());
    };
  }

  /** Of racing second names the servers make one; a directory has none. */
  private static void noReplace(LibCephFsEntryRef from, LibCephFsInode node, LibCephFsEntryRef to)
      throws CephError {
    if (node.isDirectory()) {
      throw new CephError(isThere(to) ? Errno.EEXIST : Errno.EOPNOTSUPP);
    }
    try {
      to.directory().link(node, to.name());
    } catch (CephError e) {
      boolean cannot = e.is(Errno.EPERM) || e.is(Errno.EMLINK);
      throw cannot ? new CephError(Errno.EOPNOTSUPP) : e;
    }
    try {
      from.directory().unlink(from.name());
    } catch (CephError e) {
      to.directory().unlink(to.name());
      throw e;
    }
  }

  private static boolean isThere(LibCephFsEntryRef place) throws CephError {
    try (LibCephFsInode node = place.directory().child(place.name(), LibCephFsInode.MODE_ONLY)) {
      return true;
    } catch (CephError e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }
}
