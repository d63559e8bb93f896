// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.CephErrors;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
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
   * @return empty if that is not held, its session has ended, or it has no such name: it may have
   *     been replaced itself since. The caller closes what was found
   * @throws ErrnoException as the look-up, for another reason
   */
  Optional<N> find(StorePath path, Lookup<N, N, ErrnoException> lookup) throws ErrnoException {
    try {
      return inParent(path, lookup);
    } catch (ErrnoException e) {
      boolean missing = e.is(Errno.ENOENT) || e.is(Errno.ESTALE);
      if (missing || CephErrors.endsSession(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
