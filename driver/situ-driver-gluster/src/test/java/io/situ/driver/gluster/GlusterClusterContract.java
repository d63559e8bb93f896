// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The contract of stores, on distributed and replicated volumes; each test in its own root. */
abstract class GlusterClusterContract extends StoreContract {

  /** As anybody opens a volume. */
  static final class ThroughTheMount extends GlusterClusterContract {
    ThroughTheMount() {
      super("rep");
    }
  }

  /** The same with files read from the bricks. */
  static final class OnBricks extends GlusterClusterContract {
    OnBricks() {
      super("rep", "read", "brick");
    }
  }

  /** On a volume that keeps marks of what changed. */
  static final class WithMarks extends GlusterClusterContract {
    WithMarks() {
      super("arb", "admin.mount", GlusterTestCluster.MOUNTS + "/arb-admin");
    }
  }

  private final String root;
  private final String[] keysAndValues;

  private GlusterClusterContract(String volume, String... keysAndValues) {
    this.root = volume + "/" + UUID.randomUUID();
    this.keysAndValues = keysAndValues;
  }

  @Override
  protected Store newStore() throws Exception {
    Files.createDirectories(GlusterTestCluster.MOUNTS.resolve(root));
    return GlusterTestCluster.open(root, keysAndValues);
  }

  /** The volume goes away, and GlusterFS may keep a directory where renames met each other. */
  @Override
  protected void discard(Store store, StorePath directory) {}

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    GlusterTestCluster.run("mkfifo", Path.of(store.info().root() + path).toString());
    return true;
  }
}
