package io.situ.cli;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.find.StoreFinder;
import java.util.HashMap;
import java.util.Map;

/** Opens each store once and closes them all. */
final class Stores implements AutoCloseable {

  private final Settings settings;
  private final StoreFinder finder = StoreFinder.of(Stores.class.getClassLoader());
  private final Map<String, Store> open = new HashMap<>();

  Stores(Settings settings) {
    this.settings = settings;
  }

  StoreFinder finder() {
    return finder;
  }

  Store at(Place place) throws StoreException {
    Store store = open.get(place.store());
    if (store == null) {
      new KnownKeys(finder).check(settings.values());
      store =
          place.store().isEmpty()
              ? finder.openLocal(settings.store(""))
              : finder.open(new KnownKeys(finder).ofStore(settings.store(place.store())));
      open.put(place.store(), store);
    }
    return store;
  }

  @Override
  public void close() throws StoreException {
    for (Store store : open.values()) {
      store.close();
    }
  }
}
