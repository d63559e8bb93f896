// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.hadoop.fs.config.SituKeys;
import io.situ.hadoop.fs.config.StoreCache;
import io.situ.storage.Store;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Opens the stores that a Hadoop configuration describes, for code that needs no file system. */
public final class SituStores {

  private SituStores() {}

  /**
   * Opens a store; the caller closes it.
   *
   * @param name the name its URI uses, or the empty text for the store behind {@code situ:///}
   * @throws IOException if there is no such store, a value is not valid, or it does not open
   */
  public static Store open(String name, Configuration conf) throws IOException {
    StoreConfig config =
        FileSystemSettings.of(URI.create(SituKeys.SCHEME + "://" + name + "/"), conf).store();
    StoreRegistry finder = StoreCache.shared().finder();
    return name.isEmpty() ? finder.openLocal(config) : finder.open(config);
  }

  /**
   * What the stores that these paths are in have reported this process's file systems, such as why
   * some files have no known placement.
   *
   * @throws IOException if a path is in a store that is not configured
   */
  public static List<String> notices(Collection<Path> paths, Configuration conf)
      throws IOException {
    Set<String> all = new LinkedHashSet<>();
    for (StoreConfig store : stores(paths, conf)) {
      all.addAll(StoreCache.shared().notices(store));
    }
    return List.copyOf(all);
  }

  /**
   * What clusters answer this process's open file systems about placement in the stores that these
   * paths are in, for tasks of a job on these paths; by the name of the cluster.
   *
   * @throws IOException if a path is in a store that is not configured
   */
  public static Map<String, PlacementTables.Table> placementTables(
      Collection<Path> paths, Configuration conf) throws IOException {
    Map<String, PlacementTables.Table> all = new TreeMap<>();
    for (StoreConfig store : stores(paths, conf)) {
      all.putAll(StoreCache.shared().placementTables(store));
    }
    return all;
  }

  private static List<StoreConfig> stores(Collection<Path> paths, Configuration conf)
      throws IOException {
    List<StoreConfig> stores = new ArrayList<>();
    for (Path path : paths) {
      URI uri = path.toUri().getScheme() == null ? FileSystem.getDefaultUri(conf) : path.toUri();
      if (SituKeys.SCHEME.equals(uri.getScheme())) {
        stores.add(FileSystemSettings.of(uri, conf).store());
      }
    }
    return stores;
  }
}
