// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.contract.StoreContract;
import java.nio.file.Files;
import java.util.UUID;

/** The contract of stores on a real CephFS; each test in its own root. */
abstract class LabContract extends StoreContract {

  /** As any mounted CephFS is opened. */
  static final class ThroughTheMount extends LabContract {
    ThroughTheMount() {
      super();
    }
  }

  /** The same with files read past the mount. */
  static final class Natively extends LabContract {
    Natively() {
      super("read", "native");
    }
  }

  /** Without a mount, as root, whom permissions do not bind. */
  static final class Mountless extends LabContract {
    Mountless() {
      super();
    }

    @Override
    Store open(String root) throws Exception {
      return Lab.openMountless(root);
    }
  }

  /** Without a mount, as an ordinary user with one further group. */
  static final class MountlessAsSomebody extends LabContract {
    private static final int USER = 12345;

    MountlessAsSomebody() {
      super();
    }

    @Override
    Store open(String root) throws Exception {
      Lab.run("chown", USER + ":" + USER, Lab.MOUNT.resolve(root).toString());
      return Lab.openMountless(root, () -> new NativeUser(USER, USER, USER + 1));
    }
  }

  private final String root = UUID.randomUUID().toString();
  private final String[] keysAndValues;

  private LabContract(String... keysAndValues) {
    this.keysAndValues = keysAndValues;
  }

  @Override
  protected Store newStore() throws Exception {
    Files.createDirectories(Lab.MOUNT.resolve(root));
    return open(root);
  }

  Store open(String root) throws Exception {
    return Lab.open(root, keysAndValues);
  }

  /** The cluster goes away. */
  @Override
  protected void discard(Store store, StorePath directory) {}

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    Lab.run("mkfifo", Lab.MOUNT.resolve(root + path).toString());
    return true;
  }
}
