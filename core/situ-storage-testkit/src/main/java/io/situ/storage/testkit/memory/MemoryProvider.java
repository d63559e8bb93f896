// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The driver {@code memory}, for tests of what stands upon a store. A store lives in this process
 * by its name, no matter who opens it, until {@link #forget}: closing what was opened closes
 * nothing.
 */
public final class MemoryProvider implements StoreProvider {

  private static final ConfigKey<StorePath> ROOT =
      ConfigKey.of(
              StoreConfig.ROOT.name(),
              ConfigType.storePath(),
              "The absolute path that the store's root is taken to have.")
          .withDefault(StorePath.of("/memory"));

  private static final ConfigKey<String> USER =
      ConfigKey.of(
          "user",
          ConfigType.text(),
          "Who uses the store; if not set, the user of this process. Permissions do not bind root.");

  private static final ConfigKey<List<Capability>> WITHOUT =
      ConfigKey.of(
          "without",
          ConfigType.list(
              ConfigType.choice(Capability.values()), "capabilities, separated by commas"),
          "Capabilities the store does not have, separated by commas, for instance APPEND,XATTRS.");

  private static final ConfigKey<List<String>> HOSTS =
      ConfigKey.of(
              "hosts",
              ConfigType.list(ConfigType.text(), "")
                  .where(hosts -> !hosts.isEmpty(), "names of hosts, separated by commas"),
              "Which hosts hold the blocks, in turn, two each.")
          .withDefault(List.of("host1", "host2", "host3"));

  private static final ConfigKey<Long> BLOCK =
      ConfigKey.of("block", ConfigType.size(1, Long.MAX_VALUE), "Bytes in a block.")
          .withDefault(1L << 20);

  private static final ConcurrentMap<String, MemoryStore> STORES = new ConcurrentHashMap<>();

  /** The store of this name; made with everything by default if it was not open before. */
  public static MemoryStore store(String name) {
    return STORES.computeIfAbsent(
        name, made -> new MemoryStore(new MemorySettings().withName(made)));
  }

  /** Lets the next to open {@code name} find a new and empty store. */
  public static void forget(String name) {
    STORES.remove(name);
  }

  @Override
  public String driver() {
    return "memory";
  }

  @Override
  public int score(Mount mount) {
    return 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(ROOT, USER, WITHOUT, HOSTS, BLOCK);
  }

  /** Opens the store of the configuration's name; if it is there already, as it was made. */
  @Override
  public Store open(StoreConfig config) throws StoreException {
    MemorySettings settings = settings(config);
    MemoryStore shared = STORES.computeIfAbsent(config.name(), name -> new MemoryStore(settings));
    return new ForwardingStore(shared) {
      @Override
      public void close() {}
    };
  }

  private static MemorySettings settings(StoreConfig config) throws StoreException {
    List<Capability> without = config.find(WITHOUT).orElse(List.of());
    MemorySettings settings =
        new MemorySettings()
            .withName(config.name())
            .withRoot(config.get(ROOT).toString())
            .without(without.toArray(Capability[]::new))
            .withPlacement(MemorySettings.roundRobin(config.get(HOSTS), config.get(BLOCK), 2));
    Optional<String> user = config.find(USER);
    return user.isPresent() ? settings.withUser(user.get(), settings.group()) : settings;
  }
}
