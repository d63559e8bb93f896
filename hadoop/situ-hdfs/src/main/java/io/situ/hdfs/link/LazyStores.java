// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens each store at its first use and keeps it. Thread-safe. */
final class LazyStores implements AutoCloseable {

  private final LinkSources.Stores stores;
  private final Map<String, Store> open = new HashMap<>();
  private final List<Store> replaced = new ArrayList<>();

  LazyStores(LinkSources.Stores stores) {
    this.stores = stores;
  }

  /** The store of a name, empty for the one behind {@code situ:///}. */
  synchronized Store get(String name) throws IOException {
    Store store = open.get(name);
    if (store == null) {
      store = stores.open(name);
      open.put(name, store);
    }
    return store;
  }

  /** Opens a store once more, as it is now; the caller keeps or closes it. */
  Store again(String name) throws IOException {
    return stores.open(name);
  }

  /** From now on {@code store} is the one of that name. The one before may still be read from. */
  synchronized void keep(String name, Store store) {
    Store before = open.put(name, store);
    if (before != null) {
      replaced.add(before);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    List<Store> all = new ArrayList<>(replaced);
    all.addAll(open.values());
    open.clear();
    replaced.clear();
    IOException failure = null;
    for (Store store : all) {
      try {
        store.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
