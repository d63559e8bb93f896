// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import io.situ.driver.posix.PosixProvider;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A mounted file system that says it lays new files out in blocks. */
public final class BlockLayoutProvider implements StoreProvider {

  static final String DRIVER = "blocks";

  static final ConfigKey<Long> BLOCK =
      ConfigKey.of("block.max", ConfigType.size(1, Long.MAX_VALUE), "Bytes in a block.");

  private final PosixProvider posix = new PosixProvider();

  @Override
  public String driver() {
    return DRIVER;
  }

  @Override
  public int score(Mount mount) {
    return 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    List<ConfigKey<?>> keys = new ArrayList<>(posix.keys());
    keys.add(BLOCK);
    return keys;
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    Map<String, String> values = new TreeMap<>(config.values());
    values.remove(BLOCK.name());
    return posix.open(new StoreConfig(config.name(), values));
  }

  @Override
  public Optional<Long> largestBlock(StoreConfig config) throws StoreException {
    return config.find(BLOCK);
  }
}
