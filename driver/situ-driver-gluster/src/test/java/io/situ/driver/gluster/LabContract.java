package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.StoreContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The contract of stores, on a distributed and replicated volume; each test in its own root. */
class LabContract extends StoreContract {

  private final String root = "rep/" + UUID.randomUUID();

  /** The same with files read from the bricks. */
  static final class OnBricks extends LabContract {
    OnBricks() {
      super("read", "brick");
    }
  }

  private final String[] keysAndValues;

  LabContract() {
    this(new String[0]);
  }

  private LabContract(String... keysAndValues) {
    this.keysAndValues = keysAndValues;
  }

  @Override
  protected Store newStore() throws Exception {
    Files.createDirectories(Lab.MOUNTS.resolve(root));
    return Lab.open(root, keysAndValues);
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    Lab.run("mkfifo", Path.of(store.info().root() + path).toString());
    return true;
  }
}
