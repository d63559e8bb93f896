// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import io.situ.storage.config.HostMapping;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.MountedStore;
import java.util.Optional;

/**
 * What a placement is made of besides the store. Thread-safe.
 *
 * @param hosts which host the engines mean by a brick's
 * @param heal which copies wait for healing
 * @param admin a mount that shows the shards of files; closed with the placement
 * @param notices where faults are reported
 */
record PlacementSources(
    HostMapping hosts, SelfHealSource heal, Optional<MountedStore> admin, StoreWarnings notices) {

  /** Returns the same without the administrator's mount. */
  PlacementSources withoutAdminMount() {
    return new PlacementSources(hosts, heal, Optional.empty(), notices);
  }
}
