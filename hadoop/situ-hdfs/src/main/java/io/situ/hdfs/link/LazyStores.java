// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens each store at its first use and keeps it until another takes its place, and longer where it
 * is in use. Thread-safe.
 */
final class LazyStores implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LazyStores.class);

  private final LinkSources.Stores stores;
  private final Map<String, Opened> kept = new HashMap<>();

  /** Those that are kept, and others while they are in use. */
  private final Set<Opened> all = new HashSet<>();

  LazyStores(LinkSources.Stores stores) {
    this.stores = stores;
  }

  /** An open store. */
  private static final class Opened {
    private final Store store;
    private int uses;

    Opened(Store store) {
      this.store = store;
    }
  }

  /** A store that stays open until this is closed. Thread-safe. */
  final class Use implements AutoCloseable {

    private final Opened opened;
    private boolean ended;

    /** Called with the stores held. */
    private Use(Opened opened) {
      this.opened = opened;
      opened.uses++;
    }

    Store store() {
      return opened.store;
    }

    /** Returns another use of the same store. */
    Use share() {
      synchronized (LazyStores.this) {
        return new Use(opened);
      }
    }

    /** Lets the store be closed if it is not kept. Closing twice does nothing. */
    @Override
    public void close() {
      synchronized (LazyStores.this) {
        if (ended) {
          return;
        }
        ended = true;
        opened.uses--;
      }
      closeUnused(opened);
    }
  }

  /** Returns the store of a name, empty for the one behind {@code situ:///}. */
  synchronized Use use(String name) throws IOException {
    Opened opened = kept.get(name);
    if (opened == null) {
      opened = new Opened(stores.open(name));
      all.add(opened);
      kept.put(name, opened);
    }
    return new Use(opened);
  }

  /** Returns the store of a name if another one is kept by now; empty if not. */
  synchronized Optional<Use> useOther(String name, Store known) {
    return Optional.ofNullable(kept.get(name))
        .filter(opened -> opened.store != known)
        .map(Use::new);
  }

  /** Opens a store once more, as it is now. It is not kept. */
  Use useFresh(String name) throws IOException {
    Opened opened = new Opened(stores.open(name));
    synchronized (this) {
      all.add(opened);
      return new Use(opened);
    }
  }

  /** From now on the store in use is the one of that name. The one before may still be in use. */
  void keep(String name, Use use) {
    Opened before;
    synchronized (this) {
      before = kept.put(name, use.opened);
    }
    if (before != null) {
      closeUnused(before);
    }
  }

  private void closeUnused(Opened opened) {
    synchronized (this) {
      if (opened.uses > 0 || kept.containsValue(opened) || !all.remove(opened)) {
        return;
      }
    }
    try {
      opened.store.close();
    } catch (IOException e) {
      LOG.warn("a store was not closed well", e);
    }
  }

  /** Closes all stores, those in use too. */
  @Override
  public void close() throws IOException {
    Set<Opened> left;
    synchronized (this) {
      left = Set.copyOf(all);
      all.clear();
      kept.clear();
    }
    IOException failure = null;
    for (Opened opened : left) {
      try {
        opened.store.close();
      } catch (IOException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
