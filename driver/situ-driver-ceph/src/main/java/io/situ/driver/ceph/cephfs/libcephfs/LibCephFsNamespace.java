// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.driver.ceph.cephfs.client.LeftBehindException;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.HiddenNameException;
import io.situ.storage.mounted.namespace.NameOperations;
import io.situ.storage.mounted.namespace.TreeRemover;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The calls that change names: each works on directories that are held. */
final class LibCephFsNamespace implements NameOperations {

  /** So often at most a rename is begun again that other clients came between. */
  private static final int MAX_SWAPS = 40;

  private final LibCephFsPathResolver tree;

  LibCephFsNamespace(LibCephFsPathResolver tree) {
    this.tree = tree;
  }

  private interface Act {
    void at(EntryRef<LibCephFsInode> place) throws ErrnoException;
  }

  private void make(StorePath path, Act act) throws StoreException {
    retried(path, () -> makeOnce(path, act));
  }

  private boolean makeOnce(StorePath path, Act act) throws StoreException, ErrnoException {
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    try (EntryRef<LibCephFsInode> place = tree.place(path)) {
      act.at(place);
      return true;
    } catch (ErrnoException e) {
      if (CephErrors.isNotMade(e)) {
        throw e;
      }
      throw CephErrors.withPath(e, path);
    }
  }

  /** Does something, and once more where nothing was done, as the session was given up. */
  private static boolean retried(StorePath path, LibCephFsPathResolver.Attempt<Boolean> attempt)
      throws StoreException {
    try {
      return LibCephFsPathResolver.retry(attempt, CephErrors::isNotMade);
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
    retried(target, () -> hardLinkOnce(path, target));
  }

  private boolean hardLinkOnce(StorePath path, StorePath target)
      throws StoreException, ErrnoException {
    try (EntryRef<LibCephFsInode> from = tree.place(target);
        LibCephFsInode node = from.object()) {
      if (node.isDirectory()) {
        throw Errno.failure(-Errno.EISDIR, target);
      }
      return makeOnce(path, place -> place.directory().link(node, place.name()));
    }
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    try {
      return retried(path, () -> deleteOnce(path));
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private boolean deleteOnce(StorePath path) throws StoreException, ErrnoException {
    try (EntryRef<LibCephFsInode> place = tree.place(path)) {
      remove(place);
      return true;
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e.is(Errno.EEXIST) ? new ErrnoException(Errno.ENOTEMPTY) : e;
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
      return TreeRemover.remove(parent, path, Integer.MAX_VALUE, CephErrors::withPath);
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
    for (int swaps = 0; swaps < MAX_SWAPS; swaps++) {
      if (isRenamed(new Both(from, to), mode)) {
        return;
      }
    }
    throw new StoreException(
        Kind.CHANGED, from, "other clients change this name and '" + to + "' again and again");
  }

  /**
   * Returns false if other clients came between or the session was given up, nothing is renamed,
   * and it may be tried again.
   */
  private boolean isRenamed(Both paths, RenameMode mode) throws StoreException {
    try (EntryRef<LibCephFsInode> source = tree.place(paths.from());
        LibCephFsInode node = source.object()) {
      return isRenamed(new RenamePlace(source, () -> tree.place(paths.from())), node, paths, mode);
    } catch (ErrnoException e) {
      if (CephErrors.isNotMade(e)) {
        return false;
      }
      throw CephErrors.withPath(e, paths.from());
    }
  }

  private boolean isRenamed(RenamePlace from, LibCephFsInode node, Both paths, RenameMode mode)
      throws StoreException, ErrnoException {
    try (EntryRef<LibCephFsInode> goal = tree.place(paths.to())) {
      if (paths.from().equals(paths.to())) {
        return true;
      }
      RenamePlace to = new RenamePlace(goal, () -> tree.place(paths.to()));
      if (mode == RenameMode.REPLACE) {
        return LibCephFsRename.replace(from, node, to);
      }
      LibCephFsRename.noReplace(from, node, to);
      return true;
    } catch (ErrnoException e) {
      if (CephErrors.isNotMade(e)) {
        throw e;
      }
      throw withSuppressed(failure(e, paths, node.isDirectory()), e, paths.to());
    } catch (HiddenNameException e) {
      throw withSuppressed(e.withPaths(paths.from(), paths.to()), e, paths.from());
    }
  }

  /**
   * Returns a failure that also says that it is not known whether the rename was made, or that
   * something could not be cleaned up after it. Only of the latter it says that it was made for the
   * rename: else what is there may be the file itself.
   *
   * @param cause to which the reasons of that are added
   * @param path the name that something was to get
   */
  private static StoreException withSuppressed(
      StoreException failure, Exception cause, StorePath path) {
    Throwable[] suppressed = cause.getSuppressed();
    if (suppressed.length == 0) {
      return failure;
    }
    String reasons =
        Stream.of(suppressed)
            .map(LibCephFsNamespace::reason)
            .distinct()
            .collect(Collectors.joining("; "));
    String what =
        Stream.of(suppressed).allMatch(LeftBehindException.class::isInstance)
            ? "what was made at '" + path + "' may be there still"
            : "it is not known whether it was renamed to '" + path + "'";
    return new StoreException(
        failure.kind(),
        failure.path().orElse(path),
        failure.reason() + "; " + what + " (" + reasons + ")",
        failure.getCause());
  }

  private static String reason(Throwable failure) {
    return failure instanceof ErrnoException e
        ? CephErrors.withPath(e, null).reason()
        : failure.getMessage();
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
}
