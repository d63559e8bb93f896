// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.driver.posix.PosixProvider;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.PlacementTables;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.testkit.fault.NamedDriver;
import java.time.Instant;
import java.util.Optional;

/** A directory, with a placement table for jobs as a cluster has one. */
public final class TablesProvider extends NamedDriver {

  static final String DRIVER = "tables";

  /** Called by the registry. */
  public TablesProvider() {
    super(DRIVER);
  }

  @Override
  public Store open(StoreConfig config) throws StoreException {
    PlacementTables.Table table =
        new PlacementTables.Table("of a cluster".getBytes(UTF_8), Instant.now());
    config.tables().register("cluster", () -> Optional.of(table));
    return new PosixProvider().open(config);
  }
}
