// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreProvider;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/**
 * What the configuration says of one file system.
 *
 * @param store the values of the driver's keys, for the store to be opened
 * @param below of the stores with a name, for plain paths below their roots
 * @param inventory the directory of one
 * @param blockSize bytes
 * @param largestBlock of a new file that one server holds, in bytes; empty where files are not laid
 *     out by their writers' block size
 * @param readAhead bytes
 * @param writeBuffer bytes
 */
public record FileSystemSettings(
    StoreConfig store,
    List<Below> below,
    Optional<Path> inventory,
    long blockSize,
    Optional<Long> largestBlock,
    int readAhead,
    int writeBuffer) {

  /**
   * What holds for plain paths below the root of a store that has a name.
   *
   * @param root a directory of this host
   * @param inventory of the store, whose paths begin at its root
   * @param largestBlock as that of the file system
   */
  public record Below(
      StorePath root, Optional<Path> inventory, long blockSize, Optional<Long> largestBlock) {}

  /**
   * Reads the settings of the store that {@code uri} names.
   *
   * @throws IOException if there is no such store, or a value is not valid
   */
  public static FileSystemSettings of(URI uri, Configuration conf) throws IOException {
    String name = uri.getAuthority() == null ? "" : uri.getAuthority();
    Map<String, String> values = new TreeMap<>(values(uri, name, conf));
    PrivilegedKeys.ofThisProcess().check(new StoreConfig(name, values));
    Reader reader = new Reader(new StoreConfig(name, values), conf);
    PlacementTables tables = JobPlacement.tables();
    StoreConfig store = new StoreConfig(name, driverValues(values)).withTables(tables);
    List<Below> below = new ArrayList<>();
    if (name.isEmpty()) {
      store = store.withStores(named(conf, store, below));
    }
    return new FileSystemSettings(
        store,
        List.copyOf(below),
        reader.find(SituKeys.INVENTORY),
        reader.get(SituKeys.BLOCK_SIZE),
        StoreCache.shared().finder().largestBlock(store),
        reader.get(SituKeys.READ_AHEAD).intValue(),
        reader.get(SituKeys.WRITE_BUFFER).intValue());
  }

  /**
   * The stores with a name whose roots are directories of this host. One whose keys cannot be used
   * is left out and reported.
   *
   * @param below gets what holds below their roots
   */
  private static List<StoreConfig> named(Configuration conf, StoreConfig local, List<Below> below) {
    List<StoreConfig> stores = new ArrayList<>();
    StoreRegistry finder = StoreCache.shared().finder();
    for (String name : names(conf)) {
      StoreConfig all = new StoreConfig(name, values(name, conf));
      try {
        Optional<StorePath> root = finder.hostRoot(all);
        if (root.isPresent()) {
          PrivilegedKeys.ofThisProcess().check(all);
          Reader reader = new Reader(all, conf);
          Optional<Path> inventory = all.find(SituKeys.INVENTORY);
          long blockSize = reader.get(SituKeys.BLOCK_SIZE);
          below.add(new Below(root.get(), inventory, blockSize, finder.largestBlock(all)));
          stores.add(new StoreConfig(name, driverValues(all.values())).withTables(local.tables()));
        }
      } catch (IOException e) {
        local
            .notices()
            .fault(
                "the settings of the store '"
                    + name
                    + "' do not hold for plain paths below its root",
                e.getMessage());
      }
    }
    return stores;
  }

  private static TreeSet<String> names(Configuration conf) {
    return conf.getPropsWithPrefix(SituKeys.STORE_PREFIX).keySet().stream()
        .map(key -> key.replaceFirst("\\..*", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> values(String name, Configuration conf) {
    return conf.getPropsWithPrefix(SituKeys.STORE_PREFIX + name + ".");
  }

  /**
   * Refuses an unknown key. A driver refuses those of other drivers.
   *
   * @throws IOException naming the key and those that exist
   */
  public void refuseUnknown(List<StoreProvider> providers) throws IOException {
    List<ConfigKey<?>> known = new ArrayList<>(SituKeys.ALL);
    known.add(StoreRegistry.DRIVER);
    providers.forEach(provider -> known.addAll(provider.keys()));
    store.refuseUnknown(known.stream().distinct().toList());
  }

  public boolean isLocal() {
    return store.name().isEmpty();
  }

  private static Map<String, String> values(URI uri, String name, Configuration conf)
      throws IOException {
    if (name.isEmpty()) {
      Map<String, String> values = conf.getPropsWithPrefix(SituKeys.PREFIX);
      values.keySet().removeIf(key -> SituKeys.isOfOthers(key));
      return values;
    }
    Map<String, String> values = values(name, conf);
    if (values.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT, null, noSuchStore(uri, name, conf));
    }
    return values;
  }

  private static String noSuchStore(URI uri, String name, Configuration conf) {
    TreeSet<String> names = names(conf);
    return "no store is named '"
        + name
        + "' (configured are "
        + (names.isEmpty() ? "none" : String.join(", ", names))
        + "); set "
        + SituKeys.STORE_PREFIX
        + name
        + ".root, or write situ:///"
        + name
        + uri.getPath()
        + " for a path on this host";
  }

  private static Map<String, String> driverValues(Map<String, String> values) {
    Map<String, String> rest = new TreeMap<>(values);
    SituKeys.ALL.forEach(key -> rest.remove(key.name()));
    return rest;
  }

  /** Finds a key's value: the store's own, else the one for all stores, else the default. */
  private record Reader(StoreConfig config, Configuration conf) {

    <T> Optional<T> find(ConfigKey<T> key) throws StoreException {
      String common = conf.get(SituKeys.PREFIX + key.name());
      boolean isOwn = config.values().containsKey(key.name()) || common == null;
      return (isOwn ? config : new StoreConfig("", Map.of(key.name(), common))).find(key);
    }

    <T> T get(ConfigKey<T> key) throws StoreException {
      return find(key).or(key::defaultValue).orElseThrow();
    }
  }
}
