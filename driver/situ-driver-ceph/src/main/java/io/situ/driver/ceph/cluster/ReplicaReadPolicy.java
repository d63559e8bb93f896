// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;

/** From which copies this site's clients read, and so which are reported. */
public enum ReplicaReadPolicy {
  /**
   * Readers that ask Ceph for the copy on their own host, and measure what came from there, read
   * that one; all others read from the primary.
   */
  AUTO,
  /** A client reads from the primary, wherever it runs. */
  PRIMARY,
  /** Clients are configured to read from the copy on their own host. */
  ALL;

  public static final ConfigKey<ReplicaReadPolicy> KEY =
      ConfigKey.of(
              "replicas",
              ConfigType.choice(ReplicaReadPolicy.values()),
              "Which copies are reported: primary, from which clients read by themselves; all,"
                  + " where the mounts read from the copy on their own host; or auto, which is all"
                  + " for tasks that read past the mount, and primary for other readers.")
          .withDefault(AUTO);
}
