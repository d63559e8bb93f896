package io.situ.driver.ceph;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.StoreContract;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private final String root = UUID.randomUUID().toString();
  private final String[] keysAndValues;

  private LabContract(String... keysAndValues) {
    this.keysAndValues = keysAndValues;
  }

  @Override
  protected Store newStore() throws Exception {
    Files.createDirectories(Lab.MOUNT.resolve(root));
    return Lab.open(root, keysAndValues);
  }

  /** The cluster goes away. */
  @Override
  protected void discard(Store store, StorePath directory) {}

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    Lab.run("mkfifo", Path.of(store.info().root() + path).toString());
    return true;
  }
}
