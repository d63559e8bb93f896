// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.driver.ceph.cephfs.OtherUserStore;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Files;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

/** The contract of stores on a real CephFS; each test in its own root. */
abstract class CephClusterContract extends StoreContract {

  /** As any mounted CephFS is opened. */
  static class ThroughTheMount extends CephClusterContract {
    ThroughTheMount() {
      super();
    }
  }

  /** The same, where what a mount does is that of other mounted stores. */
  @Tag("long")
  static final class AllThroughTheMount extends ThroughTheMount {}

  /** The same with files read past the mount. */
  static final class Natively extends CephClusterContract {
    Natively() {
      super("read", "native");
    }
  }

  /** Without a mount, as root, whom permissions do not bind. */
  static final class LibCephFs extends CephClusterContract {
    LibCephFs() {
      super();
    }

    @Override
    Store open(String root) throws Exception {
      return CephTestCluster.openMountless(root);
    }
  }

  /** Without a mount, as an ordinary user with one further group. */
  @Tag("long")
  static final class LibCephFsAsOtherUser extends CephClusterContract {
    private static final int USER = 12345;

    LibCephFsAsOtherUser() {
      super();
    }

    @Override
    Store open(String root) throws Exception {
      CephTestCluster.run(
          "chown", USER + ":" + USER, CephTestCluster.mount().resolve(root).toString());
      return OtherUserStore.open(root, USER);
    }
  }

  private final String root = UUID.randomUUID().toString();
  private final String[] keysAndValues;

  private CephClusterContract(String... keysAndValues) {
    this.keysAndValues = keysAndValues;
  }

  @Override
  protected Store newStore() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve(root));
    return open(root);
  }

  Store open(String root) throws Exception {
    return CephTestCluster.open(root, keysAndValues);
  }

  /** The cluster goes away. */
  @Override
  protected void discard(Store store, StorePath directory) {}

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    CephTestCluster.run("mkfifo", CephTestCluster.mount().resolve(root + path).toString());
    return true;
  }
}
