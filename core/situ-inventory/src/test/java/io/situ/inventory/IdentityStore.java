// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.storage.Attributes;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import java.util.ArrayList;
import java.util.List;

/**
 * A store that keeps a log of what is done through it, as metadata servers do: an entry of a
 * directory by that directory's identity, an object by its own.
 */
public final class IdentityStore extends ForwardingStore {

  private final List<Change> log = new ArrayList<>();

  public IdentityStore(Store store) {
    super(store);
  }

  private void entry(StorePath path) throws StoreException {
    long parent = identity(path.parent().orElseThrow());
    log.add(Change.within(parent, StorePath.ROOT.child(path.name()), Scope.TREE));
  }

  private long identity(StorePath path) throws StoreException {
    StoreObject object = delegate().stat(path, false);
    return object.version().identity();
  }

  @Override
  public WriteHandle create(StorePath path, WriteHandle.Options options) throws StoreException {
    WriteHandle handle = super.create(path, options);
    entry(path);
    return handle;
  }

  @Override
  public void mkdir(StorePath path, int mode) throws StoreException {
    super.mkdir(path, mode);
    entry(path);
  }

  @Override
  public void createSymlink(StorePath path, String target) throws StoreException {
    super.createSymlink(path, target);
    entry(path);
  }

  @Override
  public void createHardLink(StorePath path, StorePath existing) throws StoreException {
    super.createHardLink(path, existing);
    entry(path);
  }

  @Override
  public void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    long moved = identity(from);
    entry(from);
    super.rename(from, to, mode);
    entry(to);
    log.add(Change.within(moved, StorePath.ROOT, Scope.TREE));
  }

  @Override
  public boolean delete(StorePath path) throws StoreException {
    boolean deleted = super.delete(path);
    entry(path);
    return deleted;
  }

  @Override
  public void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    super.setAttributes(path, change);
    log.add(Change.within(identity(path), StorePath.ROOT, Scope.OBJECT));
  }

  @Override
  public ChangeFeed changes(StorePath directory, String cursor) {
    int from = cursor.isEmpty() ? log.size() : Integer.parseInt(cursor);
    List<Change> reported = List.copyOf(log.subList(from, log.size()));
    String next = Integer.toString(log.size());
    return new ChangeFeed() {
      private int at;

      @Override
      public Change next() {
        return at < reported.size() ? reported.get(at++) : null;
      }

      @Override
      public String cursor() {
        return next;
      }

      @Override
      public void close() {}
    };
  }
}
