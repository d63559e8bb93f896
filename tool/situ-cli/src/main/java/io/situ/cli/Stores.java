package io.situ.cli;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.Notices;
import io.situ.storage.registry.StoreFinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens each store once, closes them all, and tells what they had to tell. */
final class Stores implements AutoCloseable {

  private final Settings settings;
  private final StoreFinder finder = StoreFinder.of(Stores.class.getClassLoader());
  private final Map<String, Store> open = new HashMap<>();
  private final Notices notices = new Notices();
  private int told;

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
              ? finder.openLocal(config(place))
              : finder.open(new KnownKeys(finder).ofStore(config(place)));
      open.put(place.store(), store);
    }
    return store;
  }

  /** What is configured of a place's store. */
  StoreConfig config(Place place) {
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
  Place named(Place place) {
    if (!place.store().isEmpty()) {
      return place;
    }
    return finder
        .storeOf(place.path(), settings.named())
        .map(store -> within(place, store))
        .orElse(place);
  }

  private Place within(Place place, StoreConfig store) {
    return new Place(store.name(), place.path().within(finder.hostRoot(store).orElseThrow()));
  }

  /** What the stores had to tell since this was last asked; what nobody asks for is printed. */
  List<String> news() {
    List<String> all = notices.sentences();
    List<String> news = all.subList(told, all.size());
    told = all.size();
    return news;
  }

  /** Where the stores put what they have to tell. */
  Notices notices() {
    return notices;
  }

  @Override
  public void close() throws StoreException {
    news().forEach(notice -> System.err.println("situ: " + Names.printable(notice)));
    for (Store store : open.values()) {
      store.close();
    }
  }
}
