// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;

/** From which copies this site's clients read, and so which are reported. */
public enum ReplicaReadPolicy {
  /** A client reads from the primary, wherever it runs. */
  PRIMARY,
  /** Clients are configured to read from the copy on their own host. */
  ALL;

  public static final ConfigKey<ReplicaReadPolicy> KEY =
      ConfigKey.of(
              "replicas",
              ConfigType.choice(ReplicaReadPolicy.values()),
              "Which copies are reported: primary, from which clients read, or all, where the mounts read"
                  + " from the copy on their own host.")
          .withDefault(PRIMARY);
}
