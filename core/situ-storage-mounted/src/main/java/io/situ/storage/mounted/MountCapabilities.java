// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import io.situ.storage.mounted.namespace.FileSystemType;
import io.situ.storage.mounted.path.PathResolver;
import io.situ.storage.mounted.path.StoreRoot;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * What can be done on the mount that a store is rooted at, and on mounts of other types below it.
 * What a driver knows of its own file system does not count for the others. Which mount a path lies
 * on is decided by its text. Thread-safe.
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

  /** Returns the mount that {@code path} lies on. */
  private Mount mountOf(StorePath path) {
    return mounts.find(path.prefixedBy(root)).orElse(mount);
  }

  private boolean isOwn(Mount here) {
    return here.type().equals(mount.type());
  }

  /** Returns the type of the file system that {@code path} lies on. */
  FileSystemType typeOf(StorePath path) {
    Mount here = mountOf(path);
    return isOwn(here) ? type : new FileSystemType(here.type());
  }

  /** Returns what can be done at {@code path}. */
  Set<Capability> forPath(StorePath path) {
    Mount here = mountOf(path);
    if (isOwn(here)) {
      return own;
    }
    Set<Capability> known = others.get(here);
    if (known == null) {
      known = Set.copyOf(declared(new FileSystemType(here.type()), keepsXattrs(here)));
      others.put(here, known);
    }
    return known;
  }

  private boolean keepsXattrs(Mount other) {
    if (!other.point().startsWith(root)) {
      return false;
    }
    try {
      return resolver.on(other.point().relativeTo(root), false, StoreRoot::keepsXattrs);
    } catch (StoreException e) {
      return false;
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
