package io.situ.hadoop.fs;

import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.find.StoreFinder;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;

/** Opens the stores that a Hadoop configuration describes, for code that needs no file system. */
public final class SituStores {

  private SituStores() {}

  /**
   * Opens a store; the caller closes it.
   *
   * @param name the name its URI uses, or the empty text for the store behind {@code situ:///}
   * @throws IOException if there is no such store, a value makes no sense, or it does not open
   */
  public static Store open(String name, Configuration conf) throws IOException {
    StoreConfig config =
        Settings.of(URI.create(SituKeys.SCHEME + "://" + name + "/"), conf).store();
    StoreFinder finder = StoreRegistry.shared().finder();
    return name.isEmpty() ? finder.openLocal(config) : finder.open(config);
  }
}
