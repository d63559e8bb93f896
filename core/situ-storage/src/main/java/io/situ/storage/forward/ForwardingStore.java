// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Passes everything on to another store. To add behaviour, override a member: handles that the
 * other store gives out come as they are. Thread-safe if the other store is.
 */
public class ForwardingStore implements Store {

  private final Store store;

  /** Forwards to {@code store}, which is closed with this. */
  public ForwardingStore(Store store) {
    this.store = store;
  }

  /** Returns the store that does the work. */
  protected final Store delegate() {
    return store;
  }

  /** Returns what the other store is capable of at a path, and {@code more}. */
  protected final Set<Capability> capabilitiesAnd(Set<Capability> more, StorePath path) {
    Set<Capability> able = EnumSet.noneOf(Capability.class);
    able.addAll(more);
    able.addAll(store.capabilities(path));
    return able;
  }

  @Override
  public Info info() {
    return store.info();
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return store.fileSystem(path);
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return store.capabilities(path);
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return store.stat(path, followLink);
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return store.statBelow(top, path);
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return store.statWay(top, path);
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return store.list(directory, options);
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return store.open(path, options);
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return store.create(path, options);
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return store.append(path);
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    store.truncate(path, length);
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    store.rename(from, to, mode);
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    store.mkdir(path, mode);
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    return store.delete(path);
  }

  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    return store.deleteTree(path);
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    store.setAttributes(path, change);
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return store.xattrs(path);
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    return store.accessListBelow(top, object);
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return store.accessList(path);
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    store.setXattr(path, name, value, mode);
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    store.removeXattr(path, name);
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    store.createSymlink(path, target);
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    store.createHardLink(path, existing);
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return store.placement(object, offset, length);
  }

  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    return store.placement(object, offset, length, reader);
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return store.space(path);
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    return store.changes(directory, cursor);
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return store.snapshot(directory, label);
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    return store.snapshotPath(directory, label);
  }

  @Override
  public void close() throws StoreException {
    store.close();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " of " + store;
  }
}
