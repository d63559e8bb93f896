// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephError;
import io.situ.storage.StorePath;
import io.situ.storage.util.RecentDirectories;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Directories of a walk that are held by their inodes, as long as the session lasts that they were
 * found in. Thread-safe.
 *
 * @param <N> a directory that is held
 */
class RecentNodes<N> extends RecentDirectories<N> {

  private static final int MAX_HELD = 1024;

  /**
   * @param closer lets a directory go
   */
  RecentNodes(Consumer<N> closer) {
    super(MAX_HELD, closer);
  }

  /**
   * Finds what is at a path by its name, if the directory above it is held.
   *
   * @return empty if that is not held, or its session has ended; the caller closes what was found
   * @throws CephError as the look-up
   */
  Optional<N> find(StorePath path, Lookup<N, N, CephError> lookup) throws CephError {
    try {
      return inParent(path, lookup);
    } catch (CephError e) {
      if (CephError.endsSession(e.number())) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
