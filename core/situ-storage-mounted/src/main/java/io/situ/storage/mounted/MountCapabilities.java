package io.situ.storage.mounted;

import io.situ.storage.Capability;
import io.situ.storage.Mount;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;

/**
 * What can be done on the mount that a store is rooted at, and on mounts of other types below it.
 * What a driver knows of its own file system does not count for the others. Thread-safe.
 */
final class MountCapabilities {

  private final Mount mount;
  private final boolean placement;
  private final Set<Capability> own;
  private final ConcurrentMap<Mount, Set<Capability>> others = new ConcurrentHashMap<>();

  MountCapabilities(Root root, FileSystemType type, Quirks quirks, boolean placement) {
    this.mount = root.mount();
    this.placement = placement;
    Set<Capability> able = declared(type, root.userXattrs());
    if (quirks.claims()) {
      able.add(Capability.ATOMIC_NO_REPLACE);
      able.add(Capability.ATOMIC_NO_REPLACE_DIRECTORY);
    }
    able.removeAll(quirks.lacking());
    this.own = Set.copyOf(able);
  }

  /**
   * Returns what can be done on {@code here}.
   *
   * @param keepsXattrs whether a mount keeps extended attributes; asked once for each mount
   */
  Set<Capability> at(Mount here, Predicate<Mount> keepsXattrs) {
    if (here.id() == mount.id() || here.type().equals(mount.type())) {
      return own;
    }
    Set<Capability> known = others.get(here);
    if (known == null) {
      known = Set.copyOf(declared(new FileSystemType(here.type()), keepsXattrs.test(here)));
      others.put(here, known);
    }
    return known;
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
