// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsFile;
import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
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
  static void rename(EntryRef<LibCephFsInode> from, RenamePlace to) throws ErrnoException {
    EntryRef<LibCephFsInode> goal = to.held();
    LibCephFsFile claim = goal.directory().create(goal.name(), WRITE_ONLY);
    try {
      claim.close();
      from.directory().rename(from.name(), goal.directory(), goal.name());
    } catch (ErrnoException e) {
      to.removeAfter(e, claim.status().inode(), ClaimedRename::removeEmpty);
      throw e;
    }
  }

  private static void removeEmpty(EntryRef<LibCephFsInode> place, LibCephFsInode claim)
      throws ErrnoException {
    if (claim.status().size() == 0) {
      place.directory().unlink(place.name());
    }
  }
}
