// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import io.situ.driver.ceph.cephfs.layout.VirtualXattrs;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;

/**
 * A snapshot as CephFS has them: a directory that is made in the hidden directory {@code .snap} of
 * any other, with what that holds at the moment, also what other clients have not yet sent.
 */
final class CephSnapshot implements Store.Snapshot {

  private static final int LONGEST = 200;

  private final Store store;
  private final StorePath path;

  /** Another one of the same name may be there afterwards. */
  private boolean released;

  private CephSnapshot(Store store, StorePath path) {
    this.store = store;
    this.path = path;
  }

  /** Whether directories of this store have snapshots. */
  static boolean arePossible(Store store) {
    try {
      return store.stat(StorePath.ROOT.child(VirtualXattrs.SNAPSHOTS), false).isDirectory();
    } catch (StoreException e) {
      return false;
    }
  }

  /** Where one of that label is, once it is taken. */
  static StorePath path(StorePath directory, String label) throws StoreException {
    boolean odd = label.isEmpty() || label.matches("(?s)[._].*|.*[/\0].*");
    if (odd || label.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
      throw new StoreException(
          Kind.INVALID_NAME, directory, "a snapshot cannot be called '" + label + "'");
    }
    return directory.child(VirtualXattrs.SNAPSHOTS).child(label);
  }

  static CephSnapshot create(Store store, StorePath directory, String label) throws StoreException {
    StorePath path = path(directory, label);
    // A snapshot has its directory's mode: asked for that, nothing is left to be changed.
    StoreObject frozen = store.stat(directory, true);
    if (!frozen.isDirectory()) {
      throw new StoreException(Kind.NOT_A_DIRECTORY, directory, "it is no directory");
    }
    try {
      store.mkdir(path, frozen.attributes().mode());
    } catch (StoreException e) {
      throw e.withPath(directory);
    }
    return new CephSnapshot(store, path);
  }

  @Override
  public StorePath path() {
    return path;
  }

  @Override
  public synchronized void close() throws StoreException {
    if (!released) {
      store.delete(path);
      released = true;
    }
  }
}
