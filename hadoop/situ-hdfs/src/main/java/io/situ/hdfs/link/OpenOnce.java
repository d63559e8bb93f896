package io.situ.hdfs.link;

import io.situ.storage.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Opens each store at its first use and keeps it. Safe for use by many threads. */
final class OpenOnce implements AutoCloseable {

  private final LinkSources.Stores stores;
  private final Map<String, Store> open = new HashMap<>();

  OpenOnce(LinkSources.Stores stores) {
    this.stores = stores;
  }

  synchronized Store get(String name) throws IOException {
    Store store = open.get(name);
    if (store == null) {
      store = stores.open(name);
      open.put(name, store);
    }
    return store;
  }

  @Override
  public synchronized void close() throws IOException {
    for (Store store : open.values()) {
      store.close();
    }
    open.clear();
  }
}
