// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.Attributes;
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
import io.situ.storage.forward.StoreOperation.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * Passes everything on to another store and stands around each call that can fail, those of handles
 * included: override {@link #around}. For decorators that override a few members {@link
 * ForwardingStore} is enough. Thread-safe if the other store and {@link #around} are.
 */
public class InterceptingStore extends ForwardingStore {

  /** Intercepts calls to {@code store}, which is closed with this. */
  public InterceptingStore(Store store) {
    super(store);
  }

  /** A call that gives something. */
  @FunctionalInterface
  public interface Call<T> {
    T run() throws StoreException;
  }

  /** A call that gives nothing. */
  @FunctionalInterface
  interface Action {
    void run() throws StoreException;
  }

  /**
   * Stands around each call to the store and its handles. This one runs {@code call} and adds
   * nothing.
   *
   * @throws StoreException as the call, or for what stands around it
   */
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    return call.run();
  }

  /**
   * Reads for a call that came through {@link #around}. This one passes it on.
   *
   * @throws StoreException as {@link ReadHandle#read}
   */
  protected int read(ReadHandle handle, long position, ByteBuffer buffer) throws StoreException {
    return handle.read(position, buffer);
  }

  final void run(StoreOperation operation, Action action) throws StoreException {
    around(
        operation,
        () -> {
          action.run();
          return null;
        });
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return around(StoreOperation.of(Kind.STAT, path), () -> super.stat(path, followLink));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.STAT, path), () -> super.statBelow(top, path));
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.STAT, path), () -> super.statWay(top, path));
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return around(
        StoreOperation.of(Kind.LIST, directory),
        () -> new InterceptedListing(this, directory, super.list(directory, options)));
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return around(
        StoreOperation.of(Kind.OPEN, path),
        () -> new InterceptedReadHandle(this, path, super.open(path, options)));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return around(
        StoreOperation.of(Kind.CREATE, path),
        () -> new InterceptedWriteHandle(this, path, super.create(path, options)));
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return around(
        StoreOperation.of(Kind.APPEND, path),
        () -> new InterceptedWriteHandle(this, path, super.append(path)));
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    run(new StoreOperation(Kind.TRUNCATE, path, length, 0), () -> super.truncate(path, length));
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    run(StoreOperation.of(Kind.RENAME, from), () -> super.rename(from, to, mode));
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    run(StoreOperation.of(Kind.MKDIR, path), () -> super.mkdir(path, mode));
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.DELETE, path), () -> super.delete(path));
  }

  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.DELETE_TREE, path), () -> super.deleteTree(path));
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    run(StoreOperation.of(Kind.SET_ATTRIBUTES, path), () -> super.setAttributes(path, change));
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.XATTRS, path), () -> super.xattrs(path));
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    return around(
        StoreOperation.of(Kind.XATTRS, object.path()), () -> super.accessListBelow(top, object));
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.XATTRS, path), () -> super.accessList(path));
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    run(StoreOperation.of(Kind.SET_XATTR, path), () -> super.setXattr(path, name, value, mode));
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    run(StoreOperation.of(Kind.REMOVE_XATTR, path), () -> super.removeXattr(path, name));
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    run(StoreOperation.of(Kind.CREATE_SYMLINK, path), () -> super.createSymlink(path, target));
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    run(StoreOperation.of(Kind.CREATE_HARD_LINK, path), () -> super.createHardLink(path, existing));
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return around(
        new StoreOperation(Kind.PLACEMENT, object.path(), offset, length),
        () -> super.placement(object, offset, length));
  }

  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    return around(
        new StoreOperation(Kind.PLACEMENT, object.path(), offset, length),
        () -> super.placement(object, offset, length, reader));
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return around(StoreOperation.of(Kind.SPACE, path), () -> super.space(path));
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    return around(
        StoreOperation.of(Kind.CHANGES, directory),
        () -> new InterceptedFeed(this, directory, super.changes(directory, cursor)));
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return around(
        StoreOperation.of(Kind.SNAPSHOT, directory),
        () -> new InterceptedSnapshot(this, super.snapshot(directory, label)));
  }

  @Override
  public void close() throws StoreException {
    run(StoreOperation.of(Kind.CLOSE, StorePath.ROOT), super::close);
  }
}
