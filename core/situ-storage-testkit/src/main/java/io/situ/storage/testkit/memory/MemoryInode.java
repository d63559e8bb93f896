// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.StoreObject;
import io.situ.storage.StoreObject.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WideTimestamps;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An object of the tree, whatever it is called. Guarded by the tree's lock. */
final class MemoryInode {

  /** One of a node's names. */
  record Name(MemoryInode directory, String text) {}

  final Kind kind;
  final long identity;
  final Set<Name> names = new LinkedHashSet<>();

  /** Of a directory; a plain map, for a listing promises no order. */
  final Map<String, MemoryInode> entries = new HashMap<>();

  final Map<String, byte[]> xattrs = new HashMap<>();
  final Optional<String> target;
  final boolean frozen;

  FileContent content = new FileContent();
  String owner;
  String group;
  int mode;
  Instant modified = Instant.EPOCH;
  Instant accessed = Instant.EPOCH;
  Instant changed = Instant.EPOCH;
  long stamp;
  private String checksum;
  private long checksumStamp = -1;

  MemoryInode(Kind kind, long identity, String target, boolean frozen) {
    this.kind = kind;
    this.identity = identity;
    this.target = Optional.ofNullable(target);
    this.frozen = frozen;
  }

  boolean isDirectory() {
    return kind == Kind.DIRECTORY;
  }

  boolean isLink() {
    return kind == Kind.SYMLINK;
  }

  /** The directory a directory is in, or null for the root. */
  MemoryInode parent() {
    return names.isEmpty() ? null : names.iterator().next().directory();
  }

  boolean isBelow(MemoryInode ancestor) {
    for (MemoryInode node = this; node != null; node = node.parent()) {
      if (node == ancestor) {
        return true;
      }
    }
    return false;
  }

  void enter(MemoryInode directory, String name) {
    directory.entries.put(name, this);
    names.add(new Name(directory, name));
  }

  void leave(MemoryInode directory, String name) {
    directory.entries.remove(name);
    names.remove(new Name(directory, name));
  }

  /** A frozen copy of this and everything below. */
  MemoryInode freeze(MemoryFileTree tree) {
    MemoryInode copy = new MemoryInode(kind, tree.nextIdentity(), target.orElse(null), true);
    copy.content = content.copy();
    copy.owner = owner;
    copy.group = group;
    copy.mode = mode;
    copy.modified = modified;
    copy.accessed = accessed;
    copy.changed = changed;
    copy.stamp = stamp;
    copy.xattrs.putAll(xattrs);
    entries.forEach((name, child) -> child.freeze(tree).enter(copy, name));
    return copy;
  }

  private StoreObject.Version version(Set<Capability> able) {
    return new StoreObject.Version(
        able.contains(Capability.STABLE_IDENTITY) ? identity : 0,
        able.contains(Capability.DISTINCT_VERSIONS) ? stamp : coarseStamp());
  }

  /** As of a store whose versions are time in whole seconds and size. */
  private long coarseStamp() {
    return modified.getEpochSecond() << 32 ^ content.size();
  }

  /** This node as {@code path}, reported with what a store of these abilities knows. */
  StoreObject describe(StorePath path, Set<Capability> able) {
    boolean sums = kind == Kind.FILE && able.contains(Capability.CHECKSUMS);
    return new StoreObject(
        path,
        kind,
        isLink() ? StorePath.encode(target.orElseThrow()).length : content.size(),
        Attributes.of(owner, group, mode, new WideTimestamps(modified, accessed, changed)),
        version(able),
        target,
        List.of(),
        sums ? Optional.of(checksum()) : Optional.empty());
  }

  private String checksum() {
    if (checksumStamp != stamp) {
      checksum = content.checksum();
      checksumStamp = stamp;
    }
    return checksum;
  }
}
