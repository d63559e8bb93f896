// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.mount.Mount;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A driver whose stores are memory stores, one for each root. Each time that one is opened it has
 * another identity, as one that is mounted in another way.
 */
final class FakeProvider implements StoreProvider {

  private final String driver;
  private final String typePrefix;
  private final int fit;
  private final List<StoreConfig> opened = new ArrayList<>();
  private final Map<String, MemoryStore> stores = new ConcurrentHashMap<>();
  private final List<String> closed = new ArrayList<>();
  private Fault[] faults = {};
  private boolean broken;
  private boolean silent;
  private String wrongKey = "";

  FakeProvider(String driver, String typePrefix, int fit) {
    this.driver = driver;
    this.typePrefix = typePrefix;
    this.fit = fit;
  }

  /** The store this driver has, or will have, open at {@code root}. */
  MemoryStore at(String root) {
    return stores.computeIfAbsent(root, this::newStore);
  }

  void put(String root, MemoryStore store) {
    stores.put(root, store);
  }

  private MemoryStore newStore(String root) {
    return new MemoryStore(new MemorySettings().withName(driver).withRoot(root));
  }

  List<StoreConfig> opened() {
    return opened;
  }

  List<String> closed() {
    return closed;
  }

  /** Has every store refuse to open with a key. */
  void refuse(String key) {
    wrongKey = key;
  }

  /** Has the stores that are opened from now on fail. */
  void inject(Fault... wanted) {
    faults = wanted;
  }

  void breakDown() {
    broken = true;
  }

  /** Has the stores that are opened from now on not report their file systems. */
  void fallSilent() {
    silent = true;
  }

  @Override
  public String driver() {
    return driver;
  }

  @Override
  public int score(Mount mount) {
    return mount.type().startsWith(typePrefix) ? fit : 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(StoreConfig.ROOT, ConfigKey.of("own", ConfigType.text(), "This driver's own."));
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    opened.add(config);
    if (broken || config.values().containsKey(wrongKey)) {
      throw new StoreException(StoreException.Kind.UNAVAILABLE, null, "broken for the test");
    }
    String root = config.get(StoreConfig.ROOT).toString();
    Store store = new FaultInjectingStore(at(root), 0, faults);
    String identity = "opened " + opened.size();
    boolean known = !silent;
    return new ForwardingStore(store) {
      @Override
      public Info info() {
        return Info.mounted(config.name(), driver, identity, StorePath.of(root));
      }

      @Override
      public Optional<String> fileSystem(StorePath path) {
        return known ? super.fileSystem(path) : Optional.empty();
      }

      @Override
      public void close() {
        closed.add(root);
      }
    };
  }
}
