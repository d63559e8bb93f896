// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountInfo;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.MountId;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.StoreRoot;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What can be done on the mount that a store is rooted at, and on mounts of other types below it.
 * What a driver knows of its own file system does not count for the others. Links may lead from one
 * to another: which mount an object lies on is asked of what is open, and by the text of a path
 * only where there is nothing to ask or nothing is mounted below the root. Thread-safe.
 */
final class MountCapabilities {

  private static final int STICKY = 01000;

  private final StorePath root;
  private final Mount mount;
  private final MountTable mounts;
  private final FileSystemType type;
  private final PathResolver resolver;
  private final boolean placement;
  private final Set<Capability> own;
  private final ConcurrentMap<Mount, Set<Capability>> others = new ConcurrentHashMap<>();
  private volatile Below below = new Below(null, false);

  /** Whether any mount of one state of the table is below the root. */
  private record Below(MountInfo mounts, boolean any) {}

  /**
   * @param resolver of the store, to ask other mounts whether they keep extended attributes
   * @param placement whether the store can say which hosts hold what
   */
  MountCapabilities(
      StoreRoot root, MountedStoreOptions tuning, PathResolver resolver, boolean placement) {
    this.root = root.path();
    this.mount = root.mount();
    this.mounts = tuning.mounts();
    this.type = tuning.typeOf(mount);
    this.resolver = resolver;
    this.placement = placement;
    Quirks quirks = tuning.quirks().apply(mount);
    Set<Capability> able = declared(type, root.userXattrs());
    if (quirks.claims()) {
      able.add(Capability.ATOMIC_NO_REPLACE);
      able.add(Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    }
    able.removeAll(quirks.lacking());
    this.own = Set.copyOf(able);
  }

  /** Returns the mount that {@code path} lies on, or would lie on if it were made. */
  private Mount mountOf(StorePath path) {
    if (hasMountsBelow()) {
      for (StorePath at = path; ; at = at.parent().orElseThrow()) {
        try {
          return resolver.on(at, true, fd -> mountOf(fd, path));
        } catch (StoreException e) {
          if (!e.isNotFound() || at.isRoot()) {
            break;
          }
        }
      }
    }
    return mountByText(path);
  }

  /** Returns the mount that the open {@code fd} lies on, to which {@code path} led. */
  private Mount mountOf(int fd, StorePath path) {
    Optional<Mount> here = hasMountsBelow() ? mounts.find(MountId.of(fd)) : Optional.empty();
    return here.orElseGet(() -> mountByText(path));
  }

  private Mount mountByText(StorePath path) {
    return mounts.find(path.prefixedBy(root)).orElse(mount);
  }

  private boolean hasMountsBelow() {
    MountInfo now = mounts.current();
    Below known = below;
    if (known.mounts != now) {
      boolean any =
          now.mounts().stream()
              .map(Mount::point)
              .anyMatch(point -> point.startsWith(root) && !point.equals(root));
      known = new Below(now, any);
      below = known;
    }
    return known.any;
  }

  private boolean isOwn(Mount here) {
    return here.type().equals(mount.type());
  }

  /** Returns the type of the file system that the open {@code fd} lies on. */
  FileSystemType typeOf(int fd, StorePath path) {
    return typeOf(mountOf(fd, path));
  }

  /** Returns the type of the file system that the directory lies on that has a name. */
  FileSystemType typeOfName(DirEntryRef name, StorePath path) {
    int fd = hasMountsBelow() ? name.openDirectory() : -1;
    if (fd < 0) {
      return typeOf(mountByText(path));
    }
    try {
      return typeOf(mountOf(fd, path));
    } finally {
      Syscalls.close(fd);
    }
  }

  /** As {@link #typeOfName(DirEntryRef, StorePath)}, for a path that is still to be resolved. */
  FileSystemType typeOfName(StorePath path) {
    return typeOf(mountOf(path.parent().orElse(path)));
  }

  /**
   * Returns whether the directory that has a name in it lies on a mount of the same type as the
   * store's root.
   */
  boolean isOwnName(StorePath path) {
    return isOwn(mountOf(path.parent().orElse(path)));
  }

  private FileSystemType typeOf(Mount here) {
    return isOwn(here) ? type : new FileSystemType(here.type());
  }

  /** Returns what can be done at {@code path}. */
  Set<Capability> forPath(StorePath path) {
    Mount here = mountOf(path);
    if (isOwn(here)) {
      return own;
    }
    Set<Capability> known = others.get(here);
    if (known != null) {
      return known;
    }
    Optional<Boolean> xattrs = keepsXattrs(here);
    FileSystemType other = new FileSystemType(here.type());
    Set<Capability> able = Set.copyOf(declared(other, xattrs.orElse(true)));
    if (xattrs.isPresent()) {
      others.put(here, able);
    }
    return able;
  }

  /** Returns whether a mount keeps extended attributes; empty where it does not say so now. */
  private Optional<Boolean> keepsXattrs(Mount other) {
    if (!other.point().startsWith(root)) {
      return Optional.of(false);
    }
    try {
      return resolver.on(other.point().relativeTo(root), false, StoreRoot::keepsXattrs);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /**
   * @throws StoreException {@code UNSUPPORTED} if {@code path} lies where this cannot be done
   */
  void require(Capability capability, StorePath path) throws StoreException {
    if (!forPath(path).contains(capability)) {
      throw lacking(capability, path);
    }
  }

  /**
   * @throws StoreException {@code UNSUPPORTED} if {@code mode} has a bit that is not kept there
   */
  void requireMode(StorePath path, int mode) throws StoreException {
    if ((mode & STICKY) != 0 && !forPath(path).contains(Capability.STICKY_BIT)) {
      throw new StoreException(
          Kind.UNSUPPORTED, path, "the file system has no sticky bit: leave it out, as in 777");
    }
  }

  /**
   * Checks by the mount table that nothing is mounted at or below {@code path}, its last component
   * not followed. Where there is no directory for it, nothing is. One whose path is longer than the
   * kernel reports is not checked.
   *
   * @throws StoreException {@code CROSS_STORE} that names the first mount; {@code
   *     PERMISSION_DENIED}, {@code OUTSIDE_ROOT}, ... if its directory cannot be found
   */
  void requireNoMounts(StorePath path) throws StoreException {
    if (path.isRoot() || !hasMountsBelow()) {
      return;
    }
    Optional<StorePath> directory;
    try {
      directory = resolver.on(path.parent().orElseThrow(), true, StoreRoot::hostPath);
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return;
      }
      throw e;
    }
    if (directory.isPresent()) {
      requireNoMounts(path, directory.get().child(path.name()));
    }
  }

  private void requireNoMounts(StorePath path, StorePath place) throws StoreException {
    for (Mount each : mounts.mounts()) {
      if (each.point().startsWith(place)) {
        throw new StoreException(
            Kind.CROSS_STORE,
            each.point().relativeTo(place).prefixedBy(path),
            "another file system is mounted there, so that '"
                + path
                + "' is not deleted: unmount it first");
      }
    }
  }

  StoreException lacking(Capability capability, StorePath path) {
    return new StoreException(
        Kind.UNSUPPORTED,
        path,
        "a store on " + mountOf(path).type() + " cannot do this: " + capability);
  }

  private Set<Capability> declared(FileSystemType type, boolean xattrs) {
    Set<Capability> able = EnumSet.noneOf(Capability.class);
    able.addAll(type.capabilities());
    if (xattrs) {
      able.add(Capability.XATTRS);
    }
    if (placement) {
      able.add(Capability.PLACEMENT);
    }
    return able;
  }
}
