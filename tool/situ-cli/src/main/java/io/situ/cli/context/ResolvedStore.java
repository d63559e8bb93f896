// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.context;

import io.situ.cli.certify.Subject;
import io.situ.cli.console.CliException;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A place's store with the driver that serves it and, where the store is a directory of this host,
 * the mount it lies on.
 *
 * @param path where the place is on this host
 */
public record ResolvedStore(
    Store store, StoreProvider provider, StorePath path, Optional<Mount> mount) {

  /**
   * @throws StoreException if the store cannot be opened
   */
  public static ResolvedStore at(OpenStores stores, StoreLocation place) throws StoreException {
    Store store = stores.at(place);
    StorePath host = hostPath(store, place);
    Optional<Mount> mount = stores.finder().mounts().find(real(host));
    boolean routed = place.store().isEmpty();
    Optional<StoreProvider> byMount =
        routed ? mount.flatMap(stores.finder()::driverFor) : Optional.empty();
    StoreProvider provider =
        byMount
            .or(() -> named(stores, store.info().driver()))
            .orElseThrow(() -> CliException.input("no driver serves " + place.display()));
    return new ResolvedStore(store, provider, host, mount);
  }

  /**
   * Returns this for checks that know nothing of places.
   *
   * @param config of the store
   */
  public Subject subject(StoreConfig config) {
    return new Subject(store, provider, mount, config);
  }

  private static Optional<StoreProvider> named(OpenStores stores, String driver) {
    return stores.finder().providers().stream()
        .filter(provider -> provider.driver().equals(driver))
        .findFirst();
  }

  private static StorePath hostPath(Store store, StoreLocation place) {
    return store.info().hostPath().map(root -> place.path().prefixedBy(root)).orElse(place.path());
  }

  private static StorePath real(StorePath path) {
    try {
      return StorePath.of(Path.of(path.toString()).toRealPath().toString());
    } catch (IOException | InvalidPathException e) {
      return path;
    }
  }
}
