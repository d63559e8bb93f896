// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.console.DisplayNames;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.registry.SymlinkResolver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens each store once, closes them all, and prints their warnings. */
public final class OpenStores implements AutoCloseable {

  private final EffectiveConfiguration settings;
  private final StoreRegistry finder = StoreRegistry.of(OpenStores.class.getClassLoader());
  private final Map<String, Store> open = new HashMap<>();
  private final StoreWarnings notices = new StoreWarnings();
  private int reported;

  public OpenStores(EffectiveConfiguration settings) {
    this.settings = settings;
  }

  public StoreRegistry finder() {
    return finder;
  }

  public Store at(StoreLocation place) throws StoreException {
    Store store = open.get(place.store());
    if (store == null) {
      new KnownKeys(finder).check(settings.values());
      store =
          place.store().isEmpty()
              ? finder.openLocal(config(place))
              : finder.open(new KnownKeys(finder).ofStore(config(place)));
      open.put(place.store(), store);
    }
    return store;
  }

  /** What is configured of a place's store. */
  public StoreConfig config(StoreLocation place) {
    StoreConfig config = settings.store(place.store()).withNotices(notices);
    KnownKeys keys = new KnownKeys(finder);
    return place.store().isEmpty()
        ? config.withStores(settings.named().stream().map(keys::ofStore).toList())
        : config;
  }

  /**
   * Returns a place as one of the store that has a name in whose root it lies; the place itself if
   * it lies in none.
   */
  public StoreLocation named(StoreLocation place) {
    if (!place.store().isEmpty()) {
      return place;
    }
    return finder
        .storeOf(place.path(), settings.named())
        .map(store -> within(place, store))
        .orElse(place);
  }

  /**
   * Returns where a directory lies that a user named, with no symbolic link on the way; the place
   * itself where that cannot be determined, and asking the store says why.
   */
  public StoreLocation real(StoreLocation place) throws StoreException {
    if (place.store().isEmpty()) {
      return new StoreLocation("", realPath(place.path()));
    }
    Store store = at(place);
    StorePath root = finder.hostRoot(config(place)).orElse(StorePath.ROOT);
    StorePath real = new SymlinkResolver(store, root).of(place.path());
    return real.equals(place.path()) || !isSame(store, place.path(), real)
        ? place
        : new StoreLocation(place.store(), real);
  }

  /** As {@link #real}, in the store that has a name in whose root it lies. */
  public StoreLocation realNamed(StoreLocation place) throws StoreException {
    StoreLocation named = named(place);
    return named.store().isEmpty() ? named(real(place)) : real(named);
  }

  /** The store alone says what its links mean. */
  private static boolean isSame(Store store, StorePath named, StorePath real) {
    try {
      return store
          .stat(named, true)
          .version()
          .equals(store.statBelow(StorePath.ROOT, real).version());
    } catch (StoreException e) {
      return false;
    }
  }

  private static StorePath realPath(StorePath path) {
    try {
      return StorePath.of(Path.of(path.toString()).toRealPath().toString());
    } catch (IOException | IllegalArgumentException e) {
      return path;
    }
  }

  private StoreLocation within(StoreLocation place, StoreConfig store) {
    return new StoreLocation(
        store.name(), place.path().relativeTo(finder.hostRoot(store).orElseThrow()));
  }

  /** The stores' warnings since this was last asked; what is not asked for is printed. */
  public List<String> news() {
    List<String> all = notices.sentences();
    List<String> news = all.subList(reported, all.size());
    reported = all.size();
    return news;
  }

  /** Where the stores put their warnings. */
  public StoreWarnings notices() {
    return notices;
  }

  @Override
  public void close() throws StoreException {
    news().forEach(notice -> System.err.println("situ: " + DisplayNames.printable(notice)));
    for (Store store : open.values()) {
      store.close();
    }
  }
}
