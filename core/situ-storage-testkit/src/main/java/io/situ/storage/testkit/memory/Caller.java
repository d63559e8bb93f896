// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/**
 * The user on whose behalf a store is used.
 *
 * @param all whether permissions do not bind this user
 */
record Caller(String user, String group, boolean all) {

  static final int READ = 4;
  static final int WRITE = 2;
  static final int SEARCH = 1;
  private static final int STICKY = 01000;

  void check(MemoryInode node, int wanted, StorePath path) throws StoreException {
    if ((wanted & WRITE) != 0 && node.frozen) {
      throw denied(path, "it lies in a snapshot");
    }
    if (!all && (granted(node) & wanted) != wanted) {
      throw denied(
          path,
          "mode 0"
              + Integer.toOctalString(node.mode)
              + " of "
              + node.owner
              + " does not let "
              + user
              + " do this");
    }
  }

  private int granted(MemoryInode node) {
    if (node.owner.equals(user)) {
      return node.mode >> 6 & 7;
    }
    return node.group.equals(group) ? node.mode >> 3 & 7 : node.mode & 7;
  }

  /** To take {@code node} away from {@code directory}. */
  void checkRemove(MemoryInode directory, MemoryInode node, StorePath path) throws StoreException {
    check(directory, WRITE | SEARCH, path);
    if (node.frozen) {
      throw denied(path, "it is a snapshot");
    }
    boolean sticky = (directory.mode & STICKY) != 0;
    if (sticky && !all && !user.equals(node.owner) && !user.equals(directory.owner)) {
      throw denied(path, "only its owner may take it out of a sticky directory");
    }
  }

  void checkOwner(MemoryInode node, StorePath path) throws StoreException {
    if (node.frozen) {
      throw denied(path, "it lies in a snapshot");
    }
    if (!all && !node.owner.equals(user)) {
      throw denied(path, "it belongs to " + node.owner + ", not to " + user);
    }
  }

  static StoreException denied(StorePath path, String why) {
    return new StoreException(StoreException.Kind.PERMISSION_DENIED, path, why);
  }
}
