// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cephfs.client.NativeUser;
import io.situ.driver.ceph.cephfs.layout.NewFileLayout;
import io.situ.driver.ceph.cephfs.libcephfs.LibCephFsStore;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.storage.Store;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;

/** Stores without a mount whose calls are made for another user than this process's. */
public final class OtherUserStore {

  private OtherUserStore() {}

  /** Opens a directory for a user with one group of that number, and one of the next. */
  public static Store open(String directory, int user) throws IOException {
    StoreConfig config = new StoreConfig("lab", CephTestCluster.mountlessKeys(directory));
    CephClusterConfig cluster = CephClusterConfig.of(config);
    LibCephFsStore store =
        LibCephFsStore.open(
            "lab",
            new NativeSessions.Key(cluster, "/" + directory),
            PgMapCache.open(cluster, config),
            () -> new NativeUser(user, user, user + 1));
    return new CephStore(store, store::xattr, NewFileLayout.of(config));
  }
}
