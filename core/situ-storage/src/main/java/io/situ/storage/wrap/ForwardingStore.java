package io.situ.storage.wrap;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.acl.AccessList;
import io.situ.storage.wrap.Operation.Kind;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes everything on to another store, handles included. To add behaviour, override a member, or
 * {@link #around} to be at every call that can fail.
 */
public class ForwardingStore implements Store {

  private final Store store;

  public ForwardingStore(Store store) {
    this.store = store;
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

  /** The store that does the work. */
  protected final Store delegate() {
    return store;
  }

  /**
   * Stands around each call to the store and its handles. This one runs {@code call} and adds
   * nothing.
   */
  protected <T> T around(Operation operation, Call<T> call) throws StoreException {
    return call.run();
  }

  /** A read that came through {@link #around}. This one passes it on. */
  protected int read(ReadHandle handle, long position, ByteBuffer buffer) throws StoreException {
    return handle.read(position, buffer);
  }

  final void run(Operation operation, Action action) throws StoreException {
    around(
        operation,
        () -> {
          action.run();
          return null;
        });
  }

  @Override
  public Info info() {
    return store.info();
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return store.capabilities(path);
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return around(Operation.of(Kind.STAT, path), () -> store.stat(path, followLink));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return around(Operation.of(Kind.STAT, path), () -> store.statBelow(top, path));
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    return around(
        Operation.of(Kind.LIST, directory),
        () -> new ForwardingListing(this, directory, store.list(directory, options)));
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return around(
        Operation.of(Kind.OPEN, path),
        () -> new ForwardingReadHandle(this, path, store.open(path, options)));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return around(
        Operation.of(Kind.CREATE, path),
        () -> new ForwardingWriteHandle(this, path, store.create(path, options)));
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return around(
        Operation.of(Kind.APPEND, path),
        () -> new ForwardingWriteHandle(this, path, store.append(path)));
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    run(new Operation(Kind.TRUNCATE, path, length, 0), () -> store.truncate(path, length));
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    run(Operation.of(Kind.RENAME, from), () -> store.rename(from, to, mode));
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    run(Operation.of(Kind.MKDIR, path), () -> store.mkdir(path, mode));
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    return around(Operation.of(Kind.DELETE, path), () -> store.delete(path));
  }

  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    return around(Operation.of(Kind.DELETE_TREE, path), () -> store.deleteTree(path));
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    run(Operation.of(Kind.SET_ATTRIBUTES, path), () -> store.setAttributes(path, change));
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return around(Operation.of(Kind.XATTRS, path), () -> store.xattrs(path));
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return around(Operation.of(Kind.XATTRS, path), () -> store.accessList(path));
  }

  @Override
  public void changeXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    run(Operation.of(Kind.CHANGE_XATTR, path), () -> store.changeXattr(path, name, value, mode));
  }

  @Override
  public void link(StorePath path, String target, LinkKind kind) throws StoreException {
    run(Operation.of(Kind.LINK, path), () -> store.link(path, target, kind));
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return around(
        new Operation(Kind.PLACEMENT, object.path(), offset, length),
        () -> store.placement(object, offset, length));
  }

  @Override
  public Space space(StorePath path) throws StoreException {
    return around(Operation.of(Kind.SPACE, path), () -> store.space(path));
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    return around(
        Operation.of(Kind.CHANGES, directory),
        () -> new ForwardingFeed(this, directory, store.changes(directory, cursor)));
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    return around(
        Operation.of(Kind.SNAPSHOT, directory),
        () -> new ForwardingSnapshot(this, store.snapshot(directory, label)));
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    return store.snapshotPath(directory, label);
  }

  @Override
  public void close() throws StoreException {
    run(Operation.of(Kind.CLOSE, StorePath.ROOT), store::close);
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " of " + store;
  }
}
