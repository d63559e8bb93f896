// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static io.situ.storage.mounted.nativelib.Libc.O_DIRECTORY;
import static io.situ.storage.mounted.nativelib.Libc.O_NOFOLLOW;
import static io.situ.storage.mounted.nativelib.Libc.O_PATH;
import static io.situ.storage.mounted.nativelib.Libc.O_RDONLY;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Descriptor;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.util.SymlinkLoops;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Leads from a store path to what is there, never out of the root.
 *
 * <p>The root's descriptor is opened once; from there paths are opened by {@link BoundedOpener}.
 * Thread-safe.
 */
public final class PathResolver {

  private static final int MAX_SWAPS = 40;
  private static final int MAX_STALE = 3;

  /** What is done to an object through a descriptor that does not open it. */
  public interface Act<T> {
    T on(int fd) throws StoreException;
  }

  private final StaleHandles stale;
  private final Descriptor root;
  private final BoundedOpener opener;
  private final boolean oldCalls;

  /**
   * @param rootPath where the root is, links resolved
   * @param byHand walk by hand from the start
   */
  public PathResolver(int rootFd, byte[] rootPath, boolean byHand) {
    this(rootFd, rootPath, byHand, StaleHandles::new);
  }

  /** As the public one, with other looks at names, for tests. */
  PathResolver(
      int rootFd, byte[] rootPath, boolean byHand, Function<PathResolver, StaleHandles> looks) {
    this.stale = looks.apply(this);
    this.oldCalls = byHand;
    this.root = new Descriptor(rootFd);
    this.opener = new BoundedOpener(rootPath, byHand);
  }

  public void close() {
    root.close();
  }

  /** Must be followed by {@link #leave} in a finally clause. */
  public int enter(StorePath path) throws StoreException {
    int fd = root.acquire();
    if (fd < 0) {
      throw new StoreException(Kind.FAILED, path, "the store is closed");
    }
    return fd;
  }

  public void leave() {
    root.release();
  }

  /** Opens what {@code path} leads to as a mere O_PATH descriptor, whatever it is. */
  public int object(StorePath path, boolean followLink) throws StoreException {
    return open(path, O_PATH | (followLink ? 0 : O_NOFOLLOW));
  }

  /**
   * Does something to what {@code path} leads to. If that turns out to be gone once it was found,
   * as when another process replaces a file in this moment, what is there now is taken. The kernel
   * may find what another host has replaced by the names that it remembers, until the path is
   * looked at.
   *
   * @throws StoreException of the act; {@code NOT_FOUND} if nothing has the path; {@code
   *     UNAVAILABLE} if a server does not know what is found, also after the path was looked at
   */
  public <T> T on(StorePath path, boolean followLink, Act<T> act) throws StoreException {
    return on(path, followLink, () -> object(path, followLink), act);
  }

  /** As {@link #on(StorePath, boolean, Act)}, no link below {@code top} followed. */
  public <T> T onBelow(StorePath top, StorePath path, Act<T> act) throws StoreException {
    return on(path, path.equals(top), () -> openBelow(top, path, O_PATH | O_NOFOLLOW), act);
  }

  private interface Opening {
    int open() throws StoreException;
  }

  private <T> T on(StorePath path, boolean followLink, Opening opening, Act<T> act)
      throws StoreException {
    for (int swaps = 0; ; swaps++) {
      int fd;
      try {
        fd = opening.open();
      } catch (StoreException e) {
        StoreException reason = stale.reason(path, followLink, e);
        if (!Errno.isStale(reason) || swaps >= MAX_STALE) {
          throw reason;
        }
        continue;
      }
      try {
        return act.on(fd);
      } catch (StoreException e) {
        StoreException reason = stale.reason(path, followLink, e);
        boolean again = Errno.isStale(reason) || e.kind() == Kind.NOT_FOUND;
        if (!again || swaps == MAX_SWAPS) {
          throw reason;
        }
      } finally {
        Syscalls.close(fd);
      }
    }
  }

  /** A call on names that is made once more where it met a handle that its server has forgotten. */
  public interface NameCall<T> {
    T make() throws StoreException;
  }

  /**
   * Makes a call on names, and makes it again while it meets a handle that a server has forgotten.
   *
   * @param path what must be there for the call to succeed
   * @throws StoreException of the call; {@code NOT_FOUND} if {@code path} is gone; {@code
   *     UNAVAILABLE} if that is not certain
   */
  public <T> T onNames(StorePath path, NameCall<T> call) throws StoreException {
    return onNames(path, false, call);
  }

  /**
   * Makes a call that makes something, and makes it again while it meets a handle that a server has
   * forgotten: another host may have replaced the directory that the kernel remembers.
   *
   * @param path of what is made, not the root
   * @param call fails with {@code ESTALE} only where it has made nothing
   * @throws StoreException of the call; {@code NOT_FOUND} if there is no directory for it; {@code
   *     UNAVAILABLE} if that is not certain
   */
  public <T> T onNew(StorePath path, NameCall<T> call) throws StoreException {
    return onNames(path.parent().orElseThrow(), true, call);
  }

  private <T> T onNames(StorePath path, boolean followLink, NameCall<T> call)
      throws StoreException {
    for (int tries = 0; ; tries++) {
      try {
        return call.make();
      } catch (StoreException e) {
        StoreException reason = stale.reason(path, followLink, e);
        if (!Errno.isStale(reason) || tries == MAX_STALE) {
          throw reason;
        }
      }
    }
  }

  /**
   * Returns that {@code path} is gone where {@code e} leaves that open and it is; else {@code e}.
   */
  private StoreException reason(StorePath path, StoreException e) {
    return stale.reason(path, false, e);
  }

  /** Whether it is certain that nothing has a path, its last component not followed. */
  public boolean isGone(StorePath path) {
    return stale.isGone(path);
  }

  /**
   * Holds the directory that {@code path} is in.
   *
   * @param path not the root
   */
  public MountedDirectory parent(StorePath path) throws StoreException {
    StorePath parent = path.parent().orElseThrow();
    try {
      return MountedDirectory.of(open(parent, O_PATH | O_DIRECTORY));
    } catch (ErrnoException e) {
      throw reason(parent, Errno.failure(-e.number(), parent));
    }
  }

  /**
   * A directory that was opened for reading.
   *
   * @param throughLinks whether there are links on its path
   */
  public record Opened(int fd, boolean throughLinks) {}

  /**
   * Opens a directory so that it can be listed.
   *
   * @throws StoreException {@code NOT_FOUND} only if nothing has the path; {@code UNAVAILABLE} if a
   *     server does not know what is found, also after the path was looked at; {@code LINK_LOOP}
   *     where links lead to it in a circle
   */
  public Opened directory(StorePath path) throws StoreException {
    return onNames(path, true, () -> directoryOnce(path));
  }

  private Opened directoryOnce(StorePath path) throws StoreException {
    int flags = O_RDONLY | O_DIRECTORY;
    int fd = -Errno.ELOOP;
    if (!path.isRoot()) {
      int rootFd = enter(path);
      try {
        fd = NoFollowOpener.open(rootFd, path.toBytes(), 1, flags, oldCalls);
      } finally {
        leave();
      }
    }
    if (fd >= 0 || path.isRoot()) {
      return new Opened(path.isRoot() ? open(path, flags) : fd, false);
    }
    if (fd != -Errno.ELOOP) {
      throw failure(fd, path);
    }
    SymlinkLoops.check(path, this::directoryIdentity);
    return new Opened(open(path, flags), true);
  }

  private Object directoryIdentity(StorePath path) throws StoreException {
    int fd = object(path, true);
    int error = Syscalls.fstat(fd);
    Syscalls.close(fd);
    if (error < 0) {
      throw reason(path, failure(error, path));
    }
    ByteBuffer stat = NativeScratchBuffers.get().memory();
    return List.of(StatxReader.device(stat, 0), StatxReader.inode(stat, 0));
  }

  /** As {@link #directory}, no link below {@code top} followed. */
  public Opened directoryBelow(StorePath top, StorePath path) throws StoreException {
    int flags = O_RDONLY | O_DIRECTORY;
    return path.equals(top)
        ? directory(path)
        : onNames(path, () -> new Opened(openBelow(top, path, flags), false));
  }

  /** As {@link #directoryBelow(StorePath, StorePath)}, if it can be from the directory above. */
  public Opened directoryBelow(StorePath top, StorePath path, RecentDirectoryCache recent)
      throws StoreException {
    Optional<Integer> opened = path.equals(top) ? Optional.empty() : recent.open(path);
    return opened.isPresent() ? orBelow(top, path, opened.get()) : directoryBelow(top, path);
  }

  /** As {@link #directoryBelow(StorePath, StorePath)}, from the directories on the way there. */
  public Opened directoryBelow(StorePath top, StorePath path, OpenDirectoryStack way)
      throws StoreException {
    return orBelow(top, path, way.open(path));
  }

  /**
   * A directory that was opened in the one above, which is held. Where that finds nothing it may
   * have been replaced itself since, and what is there now is found from {@code top}.
   *
   * @param fd the descriptor, or the negative error number
   */
  private Opened orBelow(StorePath top, StorePath path, int fd) throws StoreException {
    if (fd == -Errno.ENOENT || fd == -Errno.ESTALE) {
      return directoryBelow(top, path);
    }
    if (fd < 0) {
      throw fd == -Errno.ELOOP ? StoreException.exchanged(path) : failure(fd, path);
    }
    return new Opened(fd, false);
  }

  /**
   * What a call says for a directory whose handle its server does not know any more: that alone is
   * no reason to take it for gone.
   *
   * @return {@code NOT_FOUND} if nothing has its path now; else {@code UNAVAILABLE}
   */
  public StoreException forgotten(StorePath path) {
    return stale.forgotten(path);
  }

  /** Nothing yet. */
  public RecentDirectoryCache newRecentlyListed() {
    return new RecentDirectoryCache(oldCalls);
  }

  /** A way that begins at a directory of this store. */
  public OpenDirectoryStack newWay() {
    return new OpenDirectoryStack(oldCalls);
  }

  private int openBelow(StorePath top, StorePath path, int flags) throws StoreException {
    if (path.equals(top)) {
      return open(path, flags & ~O_NOFOLLOW);
    }
    if (!path.startsWith(top)) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "it is not below '" + top + "', where it was to be found");
    }
    int rootFd = enter(path);
    try {
      byte[] topPath = top.toBytes();
      int dir = top.isRoot() ? rootFd : opener.open(rootFd, topPath, O_PATH | O_DIRECTORY);
      if (dir < 0) {
        throw reason(path, failure(dir, path));
      }
      int from = top.isRoot() ? 1 : topPath.length + 1;
      int fd = NoFollowOpener.open(dir, path.toBytes(), from, flags, oldCalls);
      if (dir != rootFd) {
        Syscalls.close(dir);
      }
      if (fd == -Errno.ELOOP) {
        throw StoreException.exchanged(path);
      }
      if (fd < 0) {
        throw failure(fd, path);
      }
      return fd;
    } finally {
      leave();
    }
  }

  /** Describes what is open. */
  public interface Describer {
    StoreObject describe(int fd, StorePath path) throws StoreException;
  }

  /** Describes all that is on the way from {@code top}, each found in the one before it. */
  public List<StoreObject> way(StorePath top, StorePath path, Describer describer)
      throws StoreException {
    if (path.equals(top)) {
      return List.of();
    }
    byte[] names = path.relativeTo(top).toBytes();
    List<StoreObject> way = new ArrayList<>();
    StorePath at = top;
    int here = open(top, O_PATH | O_DIRECTORY);
    try {
      for (int from = 1; from < names.length; ) {
        int end = from;
        while (end < names.length && names[end] != '/') {
          end++;
        }
        at = at.child(StorePath.decode(names, from, end - from));
        byte[] name = Arrays.copyOfRange(names, from, end);
        int next = NoFollowOpener.open(here, name, 0, O_PATH | O_NOFOLLOW, oldCalls);
        if (next < 0) {
          throw reason(at, failure(next, at));
        }
        Syscalls.close(here);
        here = next;
        way.add(describer.describe(here, at));
        from = end + 1;
        if (from < names.length && way.get(way.size() - 1).kind() == StoreObject.Kind.SYMLINK) {
          throw StoreException.exchanged(path);
        }
      }
      return way;
    } finally {
      Syscalls.close(here);
    }
  }

  private int open(StorePath path, int flags) throws StoreException {
    int rootFd = enter(path);
    try {
      int fd = opener.open(rootFd, path.toBytes(), flags);
      if (fd < 0) {
        throw reason(path, failure(fd, path));
      }
      return fd;
    } finally {
      leave();
    }
  }

  /**
   * The place a path names, its last component not followed. Must be used and closed between {@link
   * #enter} and {@link #leave}.
   *
   * @param path not the root
   */
  public DirEntryRef place(int rootFd, StorePath path) throws StoreException {
    byte[] bytes = path.toBytes();
    int slash = bytes.length - 1;
    while (bytes[slash] != '/') {
      slash--;
    }
    if (slash == 0 || (!opener.isBounded() && bytes.length <= NativeScratchBuffers.PATH_MAX)) {
      return new DirEntryRef(rootFd, false, bytes, 1);
    }
    byte[] parent = java.util.Arrays.copyOf(bytes, slash);
    int dir = opener.open(rootFd, parent, O_PATH | O_DIRECTORY);
    if (dir < 0) {
      throw failure(dir, path);
    }
    return new DirEntryRef(dir, true, bytes, slash + 1);
  }

  /** The place where {@code path} ends once its last component is followed, which may be empty. */
  public DirEntryRef target(int rootFd, StorePath path) throws StoreException {
    try (PathWalker<MountedObject> walk = opener.walker(rootFd)) {
      EntryRef<MountedObject> end = walk.target(path.toBytes());
      return new DirEntryRef(end.directory().detach(), true, end.name(), 0);
    } catch (ErrnoException e) {
      throw failure(-e.number(), path);
    }
  }

  /** As {@link Errno#check}, for a path that was being resolved. */
  public static void check(int result, StorePath path) throws StoreException {
    if (result < 0) {
      throw failure(result, path);
    }
  }

  /** As {@link Errno#failure}, for a path that was being resolved. */
  public static StoreException failure(int result, StorePath path) {
    return result == -Errno.EXDEV
        ? new StoreException(Kind.OUTSIDE_ROOT, path, "it leads out of the store's root")
        : Errno.failure(result, path);
  }
}
