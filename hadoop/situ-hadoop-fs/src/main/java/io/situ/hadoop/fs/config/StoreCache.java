// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The stores this process has open, one per name and configuration however many file systems use
 * it. The last lease that is closed closes the store. Thread-safe.
 */
public final class StoreCache {

  private static final class Shared {
    static final StoreCache INSTANCE =
        new StoreCache(StoreRegistry.of(StoreCache.class.getClassLoader()));
  }

  private final StoreRegistry finder;
  private final Map<StoreConfig, Entry> entries = new HashMap<>();

  StoreCache(StoreRegistry finder) {
    this.finder = finder;
  }

  /** The registry of this process. */
  public static StoreCache shared() {
    return Shared.INSTANCE;
  }

  public StoreRegistry finder() {
    return finder;
  }

  /**
   * Opens a store or joins those who use it already.
   *
   * @throws StoreException as {@link StoreRegistry#open} and {@link StoreRegistry#openLocal}
   */
  public Lease lease(StoreConfig config) throws StoreException {
    while (true) {
      Entry entry;
      synchronized (entries) {
        entry = entries.computeIfAbsent(config, Entry::new);
      }
      Store store = entry.join();
      if (store != null) {
        return new Lease(entry, store);
      }
    }
  }

  /** What the store that is open for {@code config} has reported so far; nothing if none is. */
  public List<String> notices(StoreConfig config) {
    synchronized (entries) {
      Entry entry = entries.get(config);
      return entry == null ? List.of() : entry.config.notices().sentences();
    }
  }

  /** What the store that is open for {@code config} can hand on; nothing if none is. */
  public Map<String, PlacementTables.Table> placementTables(StoreConfig config) {
    Entry entry;
    synchronized (entries) {
      entry = entries.get(config);
    }
    return entry == null ? Map.of() : entry.config.tables().latest();
  }

  private void remove(Entry entry) {
    synchronized (entries) {
      entries.remove(entry.config, entry);
    }
  }

  /** One user's share of a store. */
  public static final class Lease implements AutoCloseable {
    private final Entry entry;
    private final Store store;
    private boolean closed;

    private Lease(Entry entry, Store store) {
      this.entry = entry;
      this.store = store;
    }

    public Store store() {
      return store;
    }

    /** Gives the share back. Closing twice does nothing. */
    @Override
    public synchronized void close() throws StoreException {
      if (!closed) {
        closed = true;
        entry.leave();
      }
    }
  }

  private final class Entry {
    private final StoreConfig config;
    private Store store;
    private int users;
    private boolean over;

    Entry(StoreConfig config) {
      this.config = config;
    }

    /** The store, or null if this entry came to its end meanwhile. */
    synchronized Store join() throws StoreException {
      if (over) {
        return null;
      }
      if (store == null) {
        try {
          store = config.name().isEmpty() ? finder.openLocal(config) : finder.open(config);
        } finally {
          if (store == null) {
            end();
          }
        }
      }
      users++;
      return store;
    }

    synchronized void leave() throws StoreException {
      users--;
      if (users == 0) {
        end();
        store.close();
      }
    }

    private void end() {
      over = true;
      remove(this);
    }
  }
}
