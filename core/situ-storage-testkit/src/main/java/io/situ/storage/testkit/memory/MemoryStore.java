// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemoryFileTree.Place;
import io.situ.storage.util.SymlinkLoops;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A store in this process's memory: the reference that says what the contract means, and the store
 * to test against.
 *
 * <p>It has every capability unless configured otherwise, and is strict where real stores may be
 * lenient: bytes that were not flushed cannot be read, a listing comes in no useful order, a
 * version moves with every change, and permissions bind every user but {@code root}.
 */
public final class MemoryStore implements Store {

  private final MemoryFileTree tree;
  private final Caller access;
  private final Info info;
  private final MemorySettings settings;
  private final OpenHandles handles;
  private final DirectoryEntries entries;

  /** A store that can do everything, for the user this process runs as. */
  public MemoryStore() {
    this(new MemorySettings());
  }

  public MemoryStore(MemorySettings settings) {
    this.settings = settings;
    this.info =
        Info.mounted(
            settings.name(),
            "memory",
            "memory:" + UUID.randomUUID(),
            StorePath.of(settings.root()));
    this.access = access(settings.user(), settings.group());
    this.tree = new MemoryFileTree(settings, access);
    this.handles = new OpenHandles();
    this.entries = new DirectoryEntries(tree, access);
  }

  private MemoryStore(MemoryStore other, String user, String group) {
    this.settings = other.settings;
    this.info = other.info;
    this.access = access(user, group);
    this.tree = other.tree;
    this.handles = other.handles;
    this.entries = new DirectoryEntries(tree, access);
  }

  private Caller access(String user, String group) {
    boolean all = user.equals("root") || !settings.capabilities().contains(Capability.PERMISSIONS);
    return new Caller(user, group, all);
  }

  /** The same store, used by another user. {@code root} may do everything. */
  public MemoryStore as(String user, String group) {
    return new MemoryStore(this, user, group);
  }

  /** Readers, writers and listings that are not closed, each with where it was opened. */
  public List<Throwable> openHandles() {
    return handles.leaks();
  }

  MemoryFileTree tree() {
    return tree;
  }

  Caller access() {
    return access;
  }

  OpenHandles handles() {
    return handles;
  }

  @Override
  public Info info() {
    return info;
  }

  /** Each memory store is a file system of its own. */
  @Override
  public Optional<String> fileSystem(StorePath path) {
    return Optional.of(info.identity());
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return settings.capabilities();
  }

  private void needSticky(StorePath path, int mode) throws StoreException {
    if ((mode & MemoryAttributeChange.STICKY) != 0) {
      need(Capability.STICKY_BIT, path);
    }
  }

  private void need(Capability capability, StorePath path) throws StoreException {
    if (!can(capability, path)) {
      throw StoreException.unsupported(path, info, capability.name());
    }
  }

  private static StoreException fail(Kind kind, StorePath path, String why) {
    return new StoreException(kind, path, why);
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    synchronized (tree) {
      return describe(tree.find(path, followLink, access), path);
    }
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    List<StoreObject> way = new ArrayList<>();
    for (StorePath at = path; !at.equals(top); at = at.parent().orElseThrow()) {
      way.add(0, statBelow(top, at));
    }
    return way;
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    synchronized (tree) {
      return describe(tree.findBelow(top, path, access), path);
    }
  }

  StoreObject describe(MemoryInode node, StorePath path) {
    return node.describe(path, settings.capabilities());
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    synchronized (tree) {
      MemoryInode node = findDirectory(directory, options.linkFreeBelow());
      return new MemoryListing(this, directory, node, options);
    }
  }

  /** What a path leads to, with links or, below a directory, without. */
  private MemoryInode find(StorePath path, Optional<StorePath> linkFreeBelow)
      throws StoreException {
    if (linkFreeBelow.isEmpty()) {
      return tree.find(path, true, access);
    }
    MemoryInode node = tree.findBelow(linkFreeBelow.get(), path, access);
    if (node.isLink()) {
      throw StoreException.exchanged(path);
    }
    return node;
  }

  private MemoryInode findDirectory(StorePath path, Optional<StorePath> linkFreeBelow)
      throws StoreException {
    if (linkFreeBelow.isEmpty() || linkFreeBelow.get().equals(path)) {
      SymlinkLoops.check(path, above -> tree.find(above, true, access));
    }
    MemoryInode node = find(path, linkFreeBelow);
    if (!node.isDirectory()) {
      throw fail(Kind.NOT_A_DIRECTORY, path, "not a directory");
    }
    return node;
  }

  private MemoryInode findFile(StorePath path, int wanted) throws StoreException {
    return findFile(path, wanted, Optional.empty());
  }

  private MemoryInode findFile(StorePath path, int wanted, Optional<StorePath> linkFreeBelow)
      throws StoreException {
    MemoryInode node = find(path, linkFreeBelow);
    if (node.isDirectory()) {
      throw fail(Kind.IS_A_DIRECTORY, path, "is a directory");
    }
    if (node.kind != StoreObject.Kind.FILE) {
      throw fail(Kind.UNSUPPORTED, path, "neither file nor directory");
    }
    access.check(node, wanted, path);
    return node;
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    synchronized (tree) {
      MemoryInode node = findFile(path, Caller.READ, options.linkFreeBelow());
      StoreObject object = describe(node, path);
      if (options.expected().isPresent() && !options.expected().get().equals(object.version())) {
        throw fail(
            Kind.CHANGED,
            path,
            "expected " + options.expected().get() + ", found " + object.version());
      }
      return new MemoryReadHandle(tree, handles, node, object);
    }
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    synchronized (tree) {
      boolean replace = options.replace();
      needSticky(path, options.mode());
      Place place = entries.checkCreate(path, replace);
      MemoryInode node = tree.newNode(StoreObject.Kind.FILE, null, options.mode(), access);
      if (can(Capability.VISIBLE_ON_CREATE, path)) {
        entries.put(place, node);
        return new MemoryWriteHandle(this, path, node, () -> {}, () -> entries.withdraw(node));
      }
      return new MemoryWriteHandle(
          this, path, node, () -> entries.put(entries.checkCreate(path, replace), node), () -> {});
    }
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    synchronized (tree) {
      need(Capability.APPEND, path);
      MemoryInode node = findFile(path, Caller.WRITE);
      return new MemoryWriteHandle(this, path, node, () -> {}, () -> {});
    }
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    synchronized (tree) {
      need(Capability.TRUNCATE, path);
      MemoryInode node = findFile(path, Caller.WRITE);
      if (length < 0 || length > node.content.size()) {
        throw fail(
            Kind.INVALID_ARGUMENT,
            path,
            "cannot cut " + node.content.size() + " bytes to " + length);
      }
      tree.shrink(node, length, path);
    }
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    synchronized (tree) {
      new MemoryRename(this, from, to, mode).run();
    }
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    synchronized (tree) {
      needSticky(path, mode);
      entries.mkdir(path, mode);
    }
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    synchronized (tree) {
      return MemorySnapshot.release(tree, path) || entries.delete(path);
    }
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    synchronized (tree) {
      MemoryAttributeChange asked = new MemoryAttributeChange(path, change);
      asked.checkSupported(settings.capabilities());
      MemoryInode node = tree.find(path, true, access);
      if (!change.equals(Attributes.Change.NONE)) {
        asked.checkAllowed(node, access);
        asked.apply(node, tree);
      }
    }
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    synchronized (tree) {
      need(Capability.XATTRS, path);
      MemoryInode node = tree.find(path, true, access);
      access.check(node, Caller.READ, path);
      Map<String, byte[]> copy = new TreeMap<>();
      node.xattrs.forEach((name, value) -> copy.put(name, value.clone()));
      return copy;
    }
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    synchronized (tree) {
      MemoryInode node = writableAttributes(path);
      MemoryXattrs.set(node, path, name, value, mode);
      attributesChanged(node);
    }
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    synchronized (tree) {
      MemoryInode node = writableAttributes(path);
      MemoryXattrs.remove(node, path, name);
      attributesChanged(node);
    }
  }

  private MemoryInode writableAttributes(StorePath path) throws StoreException {
    need(Capability.XATTRS, path);
    MemoryInode node = tree.find(path, true, access);
    access.check(node, Caller.WRITE, path);
    return node;
  }

  private void attributesChanged(MemoryInode node) {
    tree.restamp(node);
    tree.report(node);
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    synchronized (tree) {
      need(Capability.SYMLINKS, path);
      entries.symbolicLink(path, target);
    }
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    synchronized (tree) {
      need(Capability.HARD_LINKS, path);
      entries.hardLink(path, existing);
    }
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    synchronized (tree) {
      tree.find(object.path(), true, access);
    }
    return extents(object, offset, length);
  }

  List<Extent> extents(StoreObject object, long offset, long length) {
    List<Extent> extents = new ArrayList<>();
    long limit = length > object.size() - offset ? object.size() : offset + length;
    if (can(Capability.PLACEMENT, object.path()) && object.isFile()) {
      for (Extent extent : settings.placement().apply(object)) {
        long start = Math.max(offset, extent.offset());
        long end = Math.min(extent.end(), limit);
        if (start < end) {
          extents.add(new Extent(start, end - start, extent.replicas()));
        }
      }
    }
    return extents;
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    synchronized (tree) {
      tree.find(path, true, access);
      long free = tree.capacity() - tree.used();
      return new StorageUsage(tree.capacity(), tree.used(), free, OptionalLong.empty());
    }
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    synchronized (tree) {
      need(Capability.CHANGE_FEED, directory);
      MemoryInode node = findDirectory(directory, Optional.empty());
      return tree.journal.since(cursor, tree.pathOf(node), directory);
    }
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    synchronized (tree) {
      need(Capability.SNAPSHOTS, directory);
      MemoryInode node = findDirectory(directory, Optional.empty());
      access.check(node, Caller.READ, directory);
      return MemorySnapshot.of(tree, directory, node, label);
    }
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    need(Capability.SNAPSHOTS, directory);
    return MemorySnapshot.path(directory, label);
  }

  @Override
  public void close() {
    synchronized (tree) {
      tree.close();
    }
  }
}
