// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.FakeCephFs;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeSessions;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.SmallPgMap;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.util.Optional;

/** Opens stores without a mount on a file system in memory. */
public final class InMemoryStore {

  private InMemoryStore() {}

  /** A session that never ends. */
  private static final class Root implements RootOpener {
    private final FakeCephFs files;
    private volatile boolean closed;

    Root(FakeCephFs files) {
      this.files = files;
    }

    @Override
    public LibCephFsInode open(StorePath path) throws StoreException, ErrnoException {
      if (closed) {
        throw new StoreException(Kind.FAILED, path, "the store is closed");
      }
      return files.open();
    }

    @Override
    public RootOpener ofTasks() {
      return new Root(files);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Opens the root of a file system. */
  public static LibCephFsStore open(FakeCephFs files) throws StoreException {
    CephClusterConfig cluster =
        new CephClusterConfig(Optional.empty(), "test", Optional.empty(), Optional.of("memory"));
    return new LibCephFsStore(
        "ceph",
        new NativeSessions.Key(cluster, "/"),
        new LibCephFsPathResolver(new Root(files)),
        SmallPgMap.cache(new StoreWarnings()));
  }
}
