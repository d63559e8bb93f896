// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.List;

/**
 * A driver of tests that serves only stores whose configuration names it, and no mount by itself.
 * It knows the key {@code root}. Thread-safe.
 */
public abstract class NamedDriver implements StoreProvider {

  private final String driver;

  /**
   * @param driver its name
   */
  protected NamedDriver(String driver) {
    this.driver = driver;
  }

  @Override
  public final String driver() {
    return driver;
  }

  @Override
  public final int score(Mount mount) {
    return 0;
  }

  @Override
  public List<ConfigKey<?>> keys() {
    return List.of(StoreConfig.ROOT);
  }
}
