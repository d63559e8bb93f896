// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.Store;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens each store at its first use and keeps it until another takes its place, and longer where it
 * is in use. Only those that need a store wait while it opens, and one that does not open is not
 * tried again for as long as that took. Thread-safe.
 */
final class LazyStores implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LazyStores.class);

  private final LinkSources.Stores stores;
  private final LongSupplier clock;
  private final Map<String, Opened> kept = new HashMap<>();

  /** Those that are kept, and others while they are in use. */
  private final Set<Opened> all = new HashSet<>();

  private final SharedAttempts openings = new SharedAttempts();
  private final Map<String, Failure> failures = new ConcurrentHashMap<>();
  private boolean closed;

  LazyStores(LinkSources.Stores stores) {
    this(stores, System::nanoTime);
  }

  /**
   * @param clock gives nanoseconds, as {@link System#nanoTime}
   */
  LazyStores(LinkSources.Stores stores, LongSupplier clock) {
    this.stores = stores;
    this.clock = clock;
  }

  /**
   * Why a store did not open.
   *
   * @param until time of the clock before which it is not tried again
   */
  private record Failure(IOException reason, long until) {}

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

  /**
   * Returns the store of a name, empty for the one behind {@code situ:///}.
   *
   * @throws IOException if it does not open, or did not a moment ago
   */
  Use use(String name) throws IOException {
    Optional<Use> use = useKept(name);
    while (use.isEmpty()) {
      openings.run(name, () -> open(name));
      use = useKept(name);
    }
    return use.get();
  }

  private synchronized Optional<Use> useKept(String name) {
    return Optional.ofNullable(kept.get(name)).map(Use::new);
  }

  /** Opens a store that is to be kept, if that has not happened meanwhile. */
  private void open(String name) throws IOException {
    synchronized (this) {
      if (kept.containsKey(name)) {
        return;
      }
    }
    Failure failure = failures.get(name);
    long start = clock.getAsLong();
    if (failure != null && start - failure.until() < 0) {
      throw failure.reason();
    }
    try (Use use = useFresh(name)) {
      keep(name, use);
      failures.remove(name);
    } catch (IOException e) {
      long end = clock.getAsLong();
      if (!SharedAttempts.isInterruption(e)) {
        failures.put(name, new Failure(e, end + (end - start)));
      }
      throw e;
    }
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
      if (!closed) {
        all.add(opened);
        return new Use(opened);
      }
    }
    opened.store.close();
    throw new IOException("store '" + name + "' is not opened: what it is for has ended");
  }

  /** From now on the store in use is the one of that name. The one before may still be in use. */
  void keep(String name, Use use) {
    Opened before;
    synchronized (this) {
      if (closed) {
        return;
      }
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

  /** Closes all stores, those in use too, and each that opens from now on. */
  @Override
  public void close() throws IOException {
    Set<Opened> left;
    synchronized (this) {
      closed = true;
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
