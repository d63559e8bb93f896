// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The store that is looked at.
 *
 * @param provider the driver that serves it
 * @param mount that it lies on; empty where that is not known, or it lies on none
 * @param config of the store
 */
public record Subject(
    Store store, StoreProvider provider, Optional<Mount> mount, StoreConfig config) {

  /** Returns a path of the store as one of this host; empty where the store is on no mount. */
  public Optional<Path> onHost(StorePath path) {
    return store
        .info()
        .hostPath()
        .filter(root -> mount.isPresent())
        .map(root -> Path.of(path.prefixedBy(root).toString()));
  }
}
