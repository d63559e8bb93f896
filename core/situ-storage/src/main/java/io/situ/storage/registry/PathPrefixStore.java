// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

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
import io.situ.storage.forward.ForwardingFeed;
import io.situ.storage.forward.ForwardingReadHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows a store's root as the directory {@code prefix}; every path must lie there. */
final class PathPrefixStore implements Store {

  private final Store store;
  private final StorePath prefix;

  PathPrefixStore(Store store, StorePath prefix) {
    this.store = store;
    this.prefix = prefix;
  }

  interface Call<T> {
    T run() throws StoreException;
  }

  interface Action {
    void run() throws StoreException;
  }

  private <T> T call(Call<T> call) throws StoreException {
    try {
      return call.run();
    } catch (StoreException e) {
      throw outer(e);
    }
  }

  private void run(Action action) throws StoreException {
    call(
        () -> {
          action.run();
          return null;
        });
  }

  private StoreException outer(StoreException e) {
    return e.path().isEmpty() ? e : e.withPath(outer(e.path().get()));
  }

  private StorePath outer(StorePath path) {
    return path.prefixedBy(prefix);
  }

  private StoreObject outer(StoreObject object) {
    return object.withPath(outer(object.path()));
  }

  private StorePath inner(StorePath path) {
    return path.relativeTo(prefix);
  }

  @Override
  public Info info() {
    return store.info();
  }

  @Override
  public Optional<String> fileSystem(StorePath path) {
    return store.fileSystem(inner(path));
  }

  @Override
  public Set<Capability> capabilities(StorePath path) {
    return store.capabilities(inner(path));
  }

  @Override
  public StoreObject stat(StorePath path, boolean followLink) throws StoreException {
    return call(() -> outer(store.stat(inner(path), followLink)));
  }

  /** What is above the prefix has no links: it is the path of a mount. */
  private StorePath innerTop(StorePath top) {
    return top.startsWith(prefix) ? inner(top) : StorePath.ROOT;
  }

  private Listing.Options inner(Listing.Options options) {
    return options.linkFreeBelow().isEmpty()
        ? options
        : options.withoutLinksBelow(innerTop(options.linkFreeBelow().get()));
  }

  private ReadHandle.Options inner(ReadHandle.Options options) {
    return options.linkFreeBelow().isEmpty()
        ? options
        : options.withoutLinksBelow(innerTop(options.linkFreeBelow().get()));
  }

  @Override
  public StoreObject statBelow(StorePath top, StorePath path) throws StoreException {
    return call(() -> outer(store.statBelow(innerTop(top), inner(path))));
  }

  @Override
  public List<StoreObject> statWay(StorePath top, StorePath path) throws StoreException {
    return call(() -> store.statWay(innerTop(top), inner(path)).stream().map(this::outer).toList());
  }

  @Override
  public Listing list(StorePath directory, Listing.Options options) throws StoreException {
    Listing listing = call(() -> store.list(inner(directory), inner(options)));
    return new Listing() {
      @Override
      public StoreObject next() throws StoreException {
        return call(
            () -> {
              StoreObject object = listing.next();
              return object == null ? null : outer(object);
            });
      }

      @Override
      public void close() {
        listing.close();
      }
    };
  }

  @Override
  public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
    return new PrefixedReadHandle(call(() -> store.open(inner(path), inner(options))));
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    return new PrefixedWriteHandle(call(() -> store.create(inner(path), options)));
  }

  @Override
  public WriteHandle append(StorePath path) throws StoreException {
    return new PrefixedWriteHandle(call(() -> store.append(inner(path))));
  }

  @Override
  public void truncate(StorePath path, long length) throws StoreException {
    run(() -> store.truncate(inner(path), length));
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    run(() -> store.rename(inner(from), inner(to), mode));
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    run(() -> store.mkdir(inner(path), mode));
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    return call(() -> store.delete(inner(path)));
  }

  @Override
  public boolean deleteTree(StorePath path) throws StoreException {
    return call(() -> store.deleteTree(inner(path)));
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    run(() -> store.setAttributes(inner(path), change));
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return call(() -> store.xattrs(inner(path)));
  }

  @Override
  public AccessList accessListBelow(StorePath top, StoreObject object) throws StoreException {
    StoreObject own = object.withPath(inner(object.path()));
    return call(() -> store.accessListBelow(innerTop(top), own));
  }

  @Override
  public AccessList accessList(StorePath path) throws StoreException {
    return call(() -> store.accessList(inner(path)));
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    run(() -> store.setXattr(inner(path), name, value, mode));
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    run(() -> store.removeXattr(inner(path), name));
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    run(() -> store.createSymlink(inner(path), target));
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    run(() -> store.createHardLink(inner(path), inner(existing)));
  }

  @Override
  public List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    return call(() -> store.placement(object.withPath(inner(object.path())), offset, length));
  }

  @Override
  public List<Extent> placement(
      StoreObject object, long offset, long length, ReadHandle.Options reader)
      throws StoreException {
    StoreObject within = object.withPath(inner(object.path()));
    return call(() -> store.placement(within, offset, length, inner(reader)));
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return call(() -> store.space(inner(path)));
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) throws StoreException {
    ChangeFeed feed = call(() -> store.changes(inner(directory), cursor));
    return new ForwardingFeed(feed) {
      @Override
      public Change next() throws StoreException {
        return call(
            () -> {
              Change change = feed.next();
              return change == null || change.identity().isPresent()
                  ? change
                  : new Change(outer(change.path()), change.scope());
            });
      }
    };
  }

  @Override
  public Snapshot snapshot(StorePath directory, String label) throws StoreException {
    Snapshot snapshot = call(() -> store.snapshot(inner(directory), label));
    return new Snapshot() {
      @Override
      public StorePath path() {
        return outer(snapshot.path());
      }

      @Override
      public void close() throws StoreException {
        run(snapshot::close);
      }
    };
  }

  @Override
  public StorePath snapshotPath(StorePath directory, String label) throws StoreException {
    return call(() -> outer(store.snapshotPath(inner(directory), label)));
  }

  @Override
  public void close() throws StoreException {
    run(store::close);
  }

  private final class PrefixedReadHandle extends ForwardingReadHandle {
    private final StoreObject object;

    PrefixedReadHandle(ReadHandle handle) {
      super(handle);
      this.object = outer(handle.object());
    }

    @Override
    public StoreObject object() {
      return object;
    }

    @Override
    public int read(long position, ByteBuffer buffer) throws StoreException {
      try {
        return super.read(position, buffer);
      } catch (StoreException e) {
        throw outer(e);
      }
    }

    @Override
    public long nextData(long position) throws StoreException {
      return call(() -> super.nextData(position));
    }

    @Override
    public void readFully(List<Range> ranges) throws StoreException {
      run(() -> super.readFully(ranges));
    }

    @Override
    public boolean isUnchanged() throws StoreException {
      return call(super::isUnchanged);
    }

    @Override
    public void close() throws StoreException {
      run(super::close);
    }
  }

  private final class PrefixedWriteHandle implements WriteHandle {
    private final WriteHandle handle;

    PrefixedWriteHandle(WriteHandle handle) {
      this.handle = handle;
    }

    @Override
    public void write(ByteBuffer buffer) throws StoreException {
      run(() -> handle.write(buffer));
    }

    @Override
    public long position() {
      return handle.position();
    }

    @Override
    public void flush() throws StoreException {
      run(handle::flush);
    }

    @Override
    public void sync() throws StoreException {
      run(handle::sync);
    }

    @Override
    public void setXattr(String name, ByteBuffer value) throws StoreException {
      run(() -> handle.setXattr(name, value));
    }

    @Override
    public void abort() throws StoreException {
      run(handle::abort);
    }

    @Override
    public void close() throws StoreException {
      run(handle::close);
    }
  }
}
