// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the driver for a store and opens it. Drivers are the {@link StoreProvider} services of the
 * class loader it is made with. Thread-safe.
 */
public final class StoreRegistry {

  /** Picks the driver by name; without it the type of the mount under the root does. */
  public static final ConfigKey<String> DRIVER =
      ConfigKey.of(
          "driver",
          ConfigType.text(),
          "The name of the store's driver; if not set, the mount under its root reports.");

  /** From here on a driver was made for a type of mount and does not just fit any. */
  static final int SPECIFIC = 10;

  private static final Logger LOG = LoggerFactory.getLogger(StoreRegistry.class);
  static final Mount ANY_MOUNT = new Mount(0, StorePath.ROOT, "any", "any", "");

  private final List<StoreProvider> providers;
  private final MountTable mounts;

  StoreRegistry(List<StoreProvider> providers, MountTable mounts) {
    this.providers =
        providers.stream().sorted(Comparator.comparing(StoreProvider::driver)).toList();
    this.mounts = mounts;
  }

  /** Looks drivers up in {@code loader}. One that cannot be loaded is logged and left out. */
  public static StoreRegistry of(ClassLoader loader) {
    List<StoreProvider> found = new ArrayList<>();
    Iterator<StoreProvider> services = ServiceLoader.load(StoreProvider.class, loader).iterator();
    while (true) {
      try {
        if (!services.hasNext()) {
          return new StoreRegistry(found, MountTable.ofSystem());
        }
        found.add(services.next());
      } catch (ServiceConfigurationError e) {
        LOG.warn("a store driver on the class path cannot be loaded and is left out", e);
      }
    }
  }

  /** Returns the drivers found, ordered by name. */
  public List<StoreProvider> providers() {
    return providers;
  }

  /** Returns what is mounted on this host. */
  public MountTable mounts() {
    return mounts;
  }

  /** Returns the driver that fits {@code mount} best; empty if none does. */
  public Optional<StoreProvider> driverFor(Mount mount) {
    return best(mount, fit -> fit > 0);
  }

  /** The driver made for the type of {@code mount}; empty if there is only one that fits any. */
  Optional<StoreProvider> specificDriverFor(Mount mount) {
    return best(mount, fit -> fit >= SPECIFIC);
  }

  private Optional<StoreProvider> best(Mount mount, Predicate<Integer> enough) {
    return providers.stream()
        .filter(provider -> enough.test(provider.score(mount)))
        .max(Comparator.comparingInt(provider -> provider.score(mount)));
  }

  /**
   * Opens a named store. {@link #DRIVER} picks the provider, else the type of the mount under
   * {@link StoreConfig#ROOT} does.
   *
   * @param config the values of the keys that {@link #DRIVER} and the driver know and no others
   * @throws StoreException {@code INVALID_ARGUMENT} for a missing, unknown or senseless key, or a
   *     driver that is not there; as {@link StoreProvider#open}
   */
  public Store open(StoreConfig config) throws StoreException {
    Optional<String> driver = config.find(DRIVER);
    StoreProvider provider = driver.isPresent() ? named(config, driver.get()) : byMount(config);
    List<ConfigKey<?>> known = new ArrayList<>(provider.keys());
    known.add(DRIVER);
    config.refuseUnknown(known);
    return provider.open(restrict(config, provider, Map.of()));
  }

  /**
   * Opens the store behind {@code situ:///}: all this host's mounts, rooted at {@code /}. A path is
   * served by the driver made for its mount's type where there is one, else by the one that fits
   * any mount. With {@link #DRIVER} set that driver serves everything.
   *
   * @param config values that no driver knows are ignored here, for other layers share the prefix
   * @throws StoreException as {@link #open}
   */
  public Store openLocal(StoreConfig config) throws StoreException {
    Map<String, String> root = Map.of(StoreConfig.ROOT.name(), StorePath.ROOT.toString());
    Optional<String> driver = config.find(DRIVER);
    if (driver.isPresent()) {
      StoreProvider provider = named(config, driver.get());
      return provider.open(restrict(config, provider, root));
    }
    StoreProvider generic =
        best(ANY_MOUNT, fit -> fit > 0)
            .orElseThrow(
                () -> refuse("no store driver for ordinary mounts is on the class path", ""));
    return new LocalStore(generic.open(restrict(config, generic, root)), this, config);
  }

  /**
   * Returns the directory of this host that is a store's root, by its text: nothing is looked at.
   *
   * @return empty if its root is no directory of this host
   */
  public Optional<StorePath> hostRoot(StoreConfig config) {
    return candidates(config)
        .map(provider -> provider.hostRoot(config))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Returns the largest block that one server holds of a new file, as {@link
   * StoreProvider#largestBlock} of a driver that may serve the store does. A senseless value counts
   * as none: it is refused when the store is opened.
   */
  public Optional<Long> largestBlock(StoreConfig config) {
    return candidates(config)
        .map(provider -> largestBlock(provider, config))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<Long> largestBlock(StoreProvider provider, StoreConfig config) {
    try {
      return provider.largestBlock(config);
    } catch (StoreException e) {
      return Optional.empty();
    }
  }

  /** The drivers that may serve a store: the one that is named, else all. */
  private Stream<StoreProvider> candidates(StoreConfig config) {
    Optional<String> driver = DRIVER.find(config.values()::get);
    return providers.stream()
        .filter(provider -> driver.isEmpty() || provider.driver().equals(driver.get()));
  }

  /**
   * Returns which of the stores that have a name has the longest root that {@code path} lies in; of
   * two with the same root the first by name.
   */
  public Optional<StoreConfig> storeOf(StorePath path, List<StoreConfig> stores) {
    return stores.stream()
        .filter(store -> hostRoot(store).filter(path::startsWith).isPresent())
        .max(
            Comparator.<StoreConfig>comparingInt(
                    store -> hostRoot(store).orElseThrow().toString().length())
                .thenComparing(Comparator.comparing(StoreConfig::name).reversed()));
  }

  /** Whether a store is served by a driver that fits any mount; decided as {@link #open} does. */
  boolean isGeneric(StoreConfig config, Mount mount) {
    return candidates(config)
        .max(Comparator.comparingInt(provider -> provider.score(mount)))
        .filter(provider -> provider.score(mount) < SPECIFIC)
        .isPresent();
  }

  /** Opens the part of the local store that lies on {@code mount}. */
  Store openMount(StoreConfig config, Mount mount, StoreProvider provider) throws StoreException {
    Map<String, String> root = Map.of(StoreConfig.ROOT.name(), mount.point().toString());
    return provider.open(restrict(config, provider, root));
  }

  /** Whether a key is set that the driver of a mount takes, its root apart. */
  boolean hasKeys(StoreConfig config, StoreProvider provider) {
    return provider.keys().stream()
        .map(ConfigKey::name)
        .anyMatch(key -> !key.equals(StoreConfig.ROOT.name()) && config.values().containsKey(key));
  }

  private static StoreConfig restrict(
      StoreConfig config, StoreProvider provider, Map<String, String> fixed) {
    Map<String, String> values = new HashMap<>(config.values());
    values.putAll(fixed);
    List<String> known = provider.keys().stream().map(ConfigKey::name).toList();
    values.keySet().retainAll(known);
    return config.withValues(values);
  }

  private StoreProvider named(StoreConfig config, String driver) throws StoreException {
    for (StoreProvider provider : providers) {
      if (provider.driver().equals(driver)) {
        return provider;
      }
    }
    throw refuse(
        config.fullName(DRIVER) + " names the driver '" + driver + "', which is not there",
        "-" + driver);
  }

  private StoreProvider byMount(StoreConfig config) throws StoreException {
    StorePath root = config.get(StoreConfig.ROOT);
    mounts.refresh();
    Mount mount = mounts.find(realPath(root)).orElse(ANY_MOUNT);
    return driverFor(mount)
        .orElseThrow(
            () ->
                refuse(
                    "no store driver on the class path fits the " + mount.type() + " at " + root,
                    ""));
  }

  private static StorePath realPath(StorePath root) {
    try {
      return StorePath.of(Path.of(root.toString()).toRealPath().toString());
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("cannot resolve {}, taking it as it is", root, e);
      return root;
    }
  }

  private StoreException refuse(String what, String jarSuffix) {
    String found =
        providers.isEmpty()
            ? "none is"
            : "found are "
                + String.join(", ", providers.stream().map(StoreProvider::driver).toList());
    String jar = jarSuffix.isEmpty() ? "situ-driver-posix" : "situ-driver" + jarSuffix;
    return new StoreException(
        Kind.INVALID_ARGUMENT,
        null,
        what + " (" + found + "); add " + jar + ".jar or the situ-hadoop-bundle jar");
  }
}
