// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Lists by the names a directory had when it was reached; what vanished since is left out. */
final class MemoryListing implements Listing {

  private record Level(StorePath path, MemoryInode directory, Iterator<String> names) {}

  private final MemoryStore store;
  private final MemoryFileTree tree;
  private final Options options;
  private final Deque<Level> levels = new ArrayDeque<>();

  MemoryListing(MemoryStore store, StorePath path, MemoryInode directory, Options options)
      throws StoreException {
    this.store = store;
    this.tree = store.tree();
    this.options = options;
    enter(path, directory);
    store.handles().opened(this, "the listing of '" + path + "'");
  }

  private void enter(StorePath path, MemoryInode directory) throws StoreException {
    store.access().check(directory, Caller.READ, path);
    levels.push(new Level(path, directory, List.copyOf(directory.entries.keySet()).iterator()));
  }

  @Override
  public StoreObject next() throws StoreException {
    synchronized (tree) {
      try {
        return advance();
      } catch (StoreException e) {
        close();
        throw e;
      }
    }
  }

  private StoreObject advance() throws StoreException {
    while (!levels.isEmpty()) {
      Level level = levels.peek();
      if (!level.names.hasNext()) {
        levels.pop();
        continue;
      }
      String name = level.names.next();
      MemoryInode node = level.directory.entries.get(name);
      if (node != null) {
        store.access().check(level.directory, Caller.SEARCH, level.path);
        StorePath path = level.path.child(name);
        if (options.recursive() && node.isDirectory()) {
          enter(path, node);
        }
        return describe(path, node);
      }
    }
    close();
    return null;
  }

  private StoreObject describe(StorePath path, MemoryInode node) throws StoreException {
    MemoryInode seen = node.isLink() && options.followLinks() ? followed(path, node) : node;
    StoreObject object = store.describe(seen, path);
    return options.placement() && object.isFile()
        ? Listing.placed(object, store.extents(object, 0, object.size()))
        : object;
  }

  private MemoryInode followed(StorePath path, MemoryInode link) {
    try {
      return tree.find(path, true, store.access());
    } catch (StoreException e) {
      return link;
    }
  }

  @Override
  public void close() {
    levels.clear();
    store.handles().closed(this);
  }
}
