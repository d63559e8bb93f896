// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is to be attached. */
public final class StoreTree {

  private StoreTree() {}

  /**
   * A directory of a store and all below it.
   *
   * @param store the store's root
   */
  public static List<StoreObject> objects(Path store, StorePath top) throws IOException {
    List<StoreObject> objects = new ArrayList<>();
    StoreConfig config = new StoreConfig("data", Map.of("root", store.toString()));
    try (Store open = StoreRegistry.of(StoreTree.class.getClassLoader()).open(config);
        Listing listing = open.list(top, Listing.Options.RECURSIVE.withPlacement())) {
      objects.add(open.stat(top, true));
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        objects.add(next);
      }
    }
    return objects;
  }
}
