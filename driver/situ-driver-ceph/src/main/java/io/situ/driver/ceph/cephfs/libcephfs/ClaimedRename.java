// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.EntryRef;

/**
 * A no-replace rename of a file that takes no second name: the new name is claimed by creating an
 * empty file there, exclusively, and the rename then replaces the claim. Of racing claims and
 * exclusive creations the servers let one succeed. A claim cannot be read, so that no reader takes
 * it for the file.
 */
final class ClaimedRename {

  private static final int WRITE_ONLY = 0200;

  private ClaimedRename() {}

  /**
   * Renames a file.
   *
   * @throws ErrnoException EEXIST if something has the new name; after any failure the claim is
   *     gone, as far as it could be removed, and what others put in its place or wrote into it
   *     stays
   */
  static void rename(EntryRef<LibCephFsInode> from, EntryRef<LibCephFsInode> to)
      throws ErrnoException {
    LibCephFsFile claim = to.directory().create(to.name(), WRITE_ONLY);
    try {
      claim.close();
      from.directory().rename(from.name(), to.directory(), to.name());
    } catch (ErrnoException e) {
      remove(to, claim.status().inode(), e);
      throw e;
    }
  }

  private static void remove(EntryRef<LibCephFsInode> place, long claim, ErrnoException failure) {
    try (LibCephFsInode there = place.directory().child(place.name())) {
      if (there.status().inode() == claim && there.status().size() == 0) {
        place.directory().unlink(place.name());
      }
    } catch (ErrnoException e) {
      if (!e.is(Errno.ENOENT)) {
        failure.addSuppressed(e);
      }
    }
  }
}
