// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.Arrays;
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

  private static final StoreConfig.Key ROOT =
      new StoreConfig.Key(
          StoreConfig.ROOT.name(),
          Optional.of("/memory"),
          "The absolute path that the store's root is taken to have.");

  private static final StoreConfig.Key USER =
      new StoreConfig.Key(
          "user",
          Optional.empty(),
          "Who uses the store; if not set, the user of this process. Permissions do not bind root.");

  private static final StoreConfig.Key WITHOUT =
      new StoreConfig.Key(
          "without",
          Optional.empty(),
          "Capabilities the store does not have, separated by commas, for instance APPEND,XATTRS.");

  private static final StoreConfig.Key HOSTS =
      new StoreConfig.Key(
          "hosts",
          Optional.of("host1,host2,host3"),
          "Which hosts hold the blocks, in turn, two each.");

  private static final StoreConfig.Key BLOCK =
      new StoreConfig.Key("block", Optional.of("1048576"), "Bytes in a block.");

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
  public List<StoreConfig.Key> keys() {
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
    try {
      MemorySettings settings =
          new MemorySettings()
              .withName(config.name())
              .withRoot(config.require(ROOT))
              .without(capabilities(config))
              .withPlacement(
                  MemorySettings.roundRobin(
                      words(config.require(HOSTS)), Long.parseLong(config.require(BLOCK)), 2));
      Optional<String> user = config.get(USER);
      return user.isPresent() ? settings.withUser(user.get(), settings.group()) : settings;
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT,
          null,
          "the memory store " + config.name() + " cannot be made: " + e.getMessage(),
          e);
    }
  }

  private static Capability[] capabilities(StoreConfig config) {
    return config.get(WITHOUT).map(MemoryProvider::words).orElse(List.of()).stream()
        .map(Capability::valueOf)
        .toArray(Capability[]::new);
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).toList();
  }
}
