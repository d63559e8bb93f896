// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.process.ExternalCommand;
import io.situ.storage.registry.StoreProvider;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.testkit.contract.StoreContract;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The contract's tests on the store of a {@link ContractTarget}. */
final class CertifiedContract extends StoreContract {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Set once, before the tests are run. */
  private static volatile ContractTarget target;

  static void setTarget(ContractTarget chosen) {
    target = chosen;
  }

  @Override
  protected Store newStore() throws Exception {
    StoreProvider provider =
        StoreRegistry.of(CertifiedContract.class.getClassLoader()).providers().stream()
            .filter(each -> each.driver().equals(target.driver()))
            .findFirst()
            .orElseThrow();
    return provider.open(new StoreConfig("certify", target.values()));
  }

  @Override
  protected StorePath testRoot() {
    return StorePath.of(target.top());
  }

  @Override
  protected int maxNames() {
    return target.maxNames();
  }

  @Override
  protected boolean makeSpecial(Store store, StorePath path) {
    Optional<StorePath> root = store.info().hostPath();
    if (root.isEmpty()) {
      return false;
    }
    String file = path.prefixedBy(root.get()).toString();
    try {
      return ExternalCommand.of(List.of("mkfifo", file), TIMEOUT).run().exitCode() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
