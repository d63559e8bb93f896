package io.situ.driver.gluster;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.StoreContract;

/** The contract of stores, on a distributed and replicated volume. */
final class LabContract extends StoreContract {

  @Override
  protected Store newStore() throws Exception {
    return Lab.open("rep");
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) throws Exception {
    Lab.run("mkfifo", store.info().root() + path);
    return true;
  }
}
