// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.DirectoryHandle;
import io.situ.storage.mounted.path.MountId;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.StatxReader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The calls that change names: each works on directories held open. */
public final class NamespaceOperations implements NameOperations {

  /** What every file system with links keeps, in bytes. */
  private static final int LONGEST_SURE_TARGET = 255;

  private final PathResolver resolver;
  private final Function<StorePath, FileSystemType> types;
  private final boolean oldCalls;
  private final Predicate<StorePath> claims;
  private final Renames renames;

  /** Those that have said that they do not know {@code RENAME_NOREPLACE}. */
  private final Set<FileSystemType> withoutNoReplace = ConcurrentHashMap.newKeySet();

  /**
   * @param types of the file system that a path lies on
   * @param oldCalls do without {@code RENAME_NOREPLACE} everywhere
   * @param claims whether a no-replace rename of a path must claim the new name
   */
  public NamespaceOperations(
      PathResolver resolver,
      Function<StorePath, FileSystemType> types,
      boolean oldCalls,
      Predicate<StorePath> claims) {
    this(resolver, types, oldCalls, claims, new Renames());
  }

  NamespaceOperations(
      PathResolver resolver,
      Function<StorePath, FileSystemType> types,
      boolean oldCalls,
      Predicate<StorePath> claims,
      Renames renames) {
    this.resolver = resolver;
    this.types = types;
    this.oldCalls = oldCalls;
    this.claims = claims;
    this.renames = renames;
  }

  /** Makes the calls. Tests have them answer as clients of other file systems do. */
  static class Renames {
    private final LinkProbe probe = new LinkProbe();

    ReplacingRename replacing(DirEntryRef from, DirEntryRef to, boolean resends) {
      return new ReplacingRename(from, to, resends);
    }

    LinkedRename linked(DirEntryRef from, DirEntryRef to, boolean resends) {
      return new LinkedRename(from, to, resends, probe);
    }

    int link(DirEntryRef from, DirEntryRef to) {
      return HardLinks.make(from, to);
    }

    int makeDirectory(DirEntryRef place, int mode) {
      return Syscalls.mkdirat(place.dir(), place.first(), mode);
    }

    /** Describes a new directory in the thread's stat slot. */
    int describe(int fd) {
      return Syscalls.fstat(fd);
    }

    boolean removeTree(DirectoryHandle parent, StorePath path, Predicate<StorePath> gone)
        throws StoreException {
      return TreeRemover.remove(parent, path, TreeRemover.MAX_HELD, gone);
    }

    int noReplace(DirEntryRef from, DirEntryRef to) {
      return Syscalls.renameNoReplace(from.dir(), from.first(), to.dir(), to.second());
    }
  }

  private interface Act {
    int on(DirEntryRef place) throws StoreException;
  }

  /** Does {@code act} at {@code path}; the result may be an error for the caller to judge. */
  private int at(StorePath path, Act act) throws StoreException {
    return resolver.onNames(
        path,
        () -> {
          int result = once(path, act);
          if (result == -Errno.ESTALE) {
            throw Errno.failure(result, path);
          }
          return result;
        });
  }

  /**
   * As {@link #at}, for what is not there yet and must be made once: {@code act} returns {@code
   * ESTALE} only where it has made nothing.
   */
  private int atNew(StorePath path, Act act) throws StoreException {
    return resolver.onNew(
        path,
        () -> {
          int result = once(path, act);
          if (result == -Errno.ESTALE) {
            throw Errno.notMade(result, path);
          }
          return result;
        });
  }

  private int once(StorePath path, Act act) throws StoreException {
    int root = resolver.enter(path);
    try (DirEntryRef place = resolver.place(root, path)) {
      return act.on(place);
    } finally {
      resolver.leave();
    }
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    Errno.check(atNew(path, place -> makeDirectory(place, mode, path)), path);
  }

  private int makeDirectory(DirEntryRef place, int mode, StorePath path) throws StoreException {
    FileSystemType type = types.apply(path);
    int error = renames.makeDirectory(place, mode);
    if (error < 0) {
      return error;
    }
    error = settleDirectory(place, mode, type);
    if (error == -Errno.ESTALE) {
      throw resolver.forgotten(path);
    }
    return error;
  }

  /** A set-group-id bit that the parent passes on is kept: sites rely on it. */
  private int settleDirectory(DirEntryRef place, int mode, FileSystemType type) {
    int flags = Libc.O_PATH | Libc.O_NOFOLLOW | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(place.dir(), place.first(), flags, 0);
    if (fd < 0) {
      return fd;
    }
    int error = renames.describe(fd);
    if (error < 0) {
      Syscalls.close(fd);
      return error;
    }
    FileId made = FileId.described();
    int inherited = StatxReader.mode(NativeScratchBuffers.get().memory(), 0) & 02000;
    error = CreatedMode.settle(fd, mode | inherited, fd, type);
    Syscalls.close(fd);
    if (error < 0 && made.has(place)) {
      Syscalls.unlinkat(place.dir(), place.first(), Libc.AT_REMOVEDIR);
    }
    return error;
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    int error;
    try {
      error = at(path, NamespaceOperations::remove);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
    if (error == -Errno.ENOENT) {
      return false;
    }
    Errno.check(error == -Errno.EEXIST ? -Errno.ENOTEMPTY : error, path);
    return true;
  }

  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    if (path.isRoot()) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, "the store's root is never deleted");
    }
    try {
      return resolver.onNames(path, () -> deleteTreeOnce(path));
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  /** What it has deleted where it fails is deleted. */
  private boolean deleteTreeOnce(StorePath path) throws StoreException {
    try (DirectoryHandle parent = resolver.parent(path)) {
      return renames.removeTree(parent, path, resolver::isGone);
    }
  }

  private static int remove(DirEntryRef place) {
    int error = Syscalls.unlinkat(place.dir(), place.first(), 0);
    if (error == -Errno.EISDIR || error == -Errno.EPERM) {
      int asDirectory = Syscalls.unlinkat(place.dir(), place.first(), Libc.AT_REMOVEDIR);
      return asDirectory == -Errno.ENOTDIR ? error : asDirectory;
    }
    return error;
  }

  @Override
  public void symlink(StorePath path, String target) throws StoreException {
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "a link needs a target that is not empty and has no NUL");
    }
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    byte[] text = StorePath.encode(target);
    boolean settles = types.apply(path).failsAtFreshLinks();
    int error = atNew(path, at -> symlink(at, text, settles));
    if (isTooLong(error, text)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          path,
          "this file system keeps no link target of " + text.length + " bytes: make it shorter");
    }
    Errno.check(error, path);
  }

  private static int symlink(DirEntryRef at, byte[] text, boolean settles) {
    int error = Syscalls.symlinkat(NativeScratchBuffers.get().second(text), at.dir(), at.first());
    return settles ? DirEntryRef.settleLink(error, () -> at.stat(0)) : error;
  }

  /** OrangeFS says ERANGE through FUSE, and ENAMETOOLONG through the kernel's client. */
  static boolean isTooLong(int error, byte[] target) {
    return error == -Errno.ERANGE
        || error == -Errno.ENAMETOOLONG && target.length > LONGEST_SURE_TARGET;
  }

  @Override
  public void hardLink(StorePath path, StorePath target) throws StoreException {
    if (path.isRoot()) {
      throw Errno.failure(-Errno.EEXIST, path);
    }
    if (target.isRoot()) {
      throw Errno.failure(-Errno.EISDIR, target);
    }
    int error = between(target, path, this::link);
    Errno.check(error, error == -Errno.ENOENT || error == -Errno.EISDIR ? target : path);
  }

  private int link(DirEntryRef from, DirEntryRef to) {
    int error = renames.link(from, to);
    if (error == 0 && HardLinks.isSymbolicOnly(to, from)) {
      error = HardLinks.unlink(to);
      return error < 0 ? error : -Errno.EOPNOTSUPP;
    }
    if (error != -Errno.EPERM) {
      return error;
    }
    boolean directory =
        from.stat(0) == 0 && StatxReader.type(NativeScratchBuffers.get()) == Libc.S_IFDIR;
    return directory ? -Errno.EISDIR : error;
  }

  private interface Move {
    int between(DirEntryRef from, DirEntryRef to) throws HiddenNameException;
  }

  /** Where a server has forgotten a handle, what is gone says so; nothing is tried twice. */
  private int between(StorePath from, StorePath to, Move move) throws StoreException {
    int error;
    try {
      error = betweenOnce(from, to, move);
    } catch (StoreException e) {
      if (!Errno.isStale(e)) {
        throw e;
      }
      error = -Errno.ESTALE;
    }
    return error == -Errno.ESTALE
            && (resolver.isGone(from) || resolver.isGone(to.parent().orElseThrow()))
        ? -Errno.ENOENT
        : error;
  }

  private int betweenOnce(StorePath from, StorePath to, Move move) throws StoreException {
    int root = resolver.enter(from);
    try (DirEntryRef source = resolver.place(root, from);
        DirEntryRef goal = resolver.place(root, to)) {
      return move.between(source, goal);
    } catch (HiddenNameException e) {
      throw e.withPaths(from, to);
    } finally {
      resolver.leave();
    }
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    if (from.isRoot() || to.isRoot()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, from, "the store's root cannot take part in a rename");
    }
    if (from.equals(to)) {
      Errno.check(at(from, place -> place.stat(0)), from);
      return;
    }
    boolean replace = mode == RenameMode.REPLACE;
    FileSystemType type = types.apply(from);
    Move move =
        replace
            ? (source, goal) -> renames.replacing(source, goal, type.resendsRequests()).run()
            : claims.test(from)
                ? (source, goal) -> claimed(source, goal, type)
                : (source, goal) -> noReplace(source, goal, type);
    int error = between(from, to, move);
    if (error < 0) {
      throw failure(error, from, to, replace);
    }
  }

  /** What a rename that failed says; looks {@code from} up only where something is missing. */
  StoreException failure(int error, StorePath from, StorePath to, boolean replace) {
    if (error == -Errno.ENOENT || (error == -Errno.ENOTDIR && !replace)) {
      return Errno.failure(error, exists(from) ? to : from);
    }
    if (error == -Errno.EOPNOTSUPP && to.startsWith(from)) {
      return belowItself(from);
    }
    if (error == -Errno.EEXIST && replace) {
      return Errno.failure(-Errno.ENOTEMPTY, to);
    }
    return switch (-error) {
      case Errno.EEXIST, Errno.ENOTEMPTY, Errno.EISDIR, Errno.ENAMETOOLONG ->
          Errno.failure(error, to);
      case Errno.ENOTDIR ->
          new StoreException(
              Kind.NOT_A_DIRECTORY, to, "a directory cannot take the place of what is there");
      case Errno.EINVAL -> to.startsWith(from) ? belowItself(from) : otherKind(from);
      case Errno.EOPNOTSUPP ->
          new StoreException(
              Kind.UNSUPPORTED,
              from,
              "this file system cannot rename it and be sure that nothing at the new name is lost");
      default -> Errno.failure(error, from);
    };
  }

  private static StoreException belowItself(StorePath from) {
    return new StoreException(
        Kind.INVALID_ARGUMENT, from, "it cannot be renamed to a place below itself");
  }

  /** OrangeFS replaces a symbolic link only by a link, and a file only by a file. */
  private static StoreException otherKind(StorePath from) {
    return new StoreException(
        Kind.UNSUPPORTED,
        from,
        "this file system cannot rename it so (invalid argument): where a symbolic link and a file"
            + " would replace each other, delete the one at the new name first");
  }

  private boolean exists(StorePath path) {
    try {
      return at(path, place -> place.stat(0)) == 0;
    } catch (StoreException e) {
      return false;
    }
  }

  /** Between mounts nothing is claimed: no rename replaces a claim there. */
  private int claimed(DirEntryRef from, DirEntryRef to, FileSystemType type)
      throws HiddenNameException {
    if (!MountId.isShared(from, to)) {
      return -Errno.EXDEV;
    }
    boolean resends = type.resendsRequests();
    return PlaceholderRename.rename(
        from, to, (source, goal) -> renames.replacing(source, goal, resends).run());
  }

  private int noReplace(DirEntryRef from, DirEntryRef to, FileSystemType type)
      throws HiddenNameException {
    if (!oldCalls && !withoutNoReplace.contains(type)) {
      int error = renames.noReplace(from, to);
      if (error != -Errno.EINVAL && error != -Errno.ENOSYS) {
        return error;
      }
    }
    int error = from.stat(0);
    if (error < 0) {
      return error;
    }
    if (StatxReader.type(NativeScratchBuffers.get()) == Libc.S_IFDIR) {
      return to.stat(0) == 0 ? -Errno.EEXIST : -Errno.EOPNOTSUPP;
    }
    withoutNoReplace.add(type);
    error = renames.linked(from, to, type.resendsRequests()).run();
    return error == -Errno.EOPNOTSUPP ? claimed(from, to, type) : error;
  }
}
