// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.config.StoreConfig;
import java.util.Optional;

/** From which copies this site's clients read, and so which are reported. */
public enum ReplicaReadPolicy {
  /** A client reads from the primary, wherever it runs. */
  PRIMARY,
  /** Clients are configured to read from the copy on their own host. */
  ALL;

  public static final StoreConfig.Key KEY =
      new StoreConfig.Key(
          "replicas",
          Optional.of("primary"),
          "Which copies are reported: primary, from which clients read, or all, where the mounts read"
              + " from the copy on their own host.");

  static ReplicaReadPolicy of(StoreConfig config) throws StoreException {
    String value = config.require(KEY);
    return switch (value) {
      case "primary" -> PRIMARY;
      case "all" -> ALL;
      default ->
          throw new StoreException(
              Kind.INVALID_ARGUMENT,
              null,
              config.fullName(KEY.name()) + " is primary or all, not '" + value + "'");
    };
  }
}
