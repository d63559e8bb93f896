// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.SystemXattr;
import io.situ.driver.ceph.nativelib.NativeScratch;
import io.situ.storage.StorageUsage;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How much room there is: that of the pools, and that of the nearest quota above a place. */
final class LibCephFsUsage {

  /** {@code struct statvfs} of 64 bits. */
  private static final int UNIT = 8;

  private static final int BLOCKS = 16;
  private static final int FREE = 24;
  private static final int AVAILABLE = 32;

  private LibCephFsUsage() {}

  static StorageUsage of(LibCephFsPathResolver tree, StorePath path) throws StoreException {
    return tree.walk(
        path,
        walk -> {
          try (LibCephFsInode node = walk.object(path.toBytes(), true)) {
            List<LibCephFsInode> above = new ArrayList<>(List.of(node));
            above.addAll(walk.held());
            return limited(of(node), above);
          }
        });
  }

  private static StorageUsage of(LibCephFsInode node) throws ErrnoException {
    ByteBuffer room = NativeScratch.get();
    node.statfs(NativeScratch.address(room));
    long unit = room.getLong(UNIT);
    long blocks = room.getLong(BLOCKS);
    return new StorageUsage(
        blocks * unit,
        (blocks - room.getLong(FREE)) * unit,
        room.getLong(AVAILABLE) * unit,
        OptionalLong.empty());
  }

  private static StorageUsage limited(StorageUsage space, List<LibCephFsInode> above)
      throws ErrnoException {
    for (LibCephFsInode directory : above) {
      long quota = number(directory, SystemXattr.QUOTA);
      if (quota > 0) {
        long left = Math.max(0, quota - number(directory, SystemXattr.TAKEN));
        return new StorageUsage(
            space.capacity(),
            space.used(),
            Math.min(space.available(), left),
            OptionalLong.of(quota));
      }
    }
    return space;
  }

  /** 0 where there is no such attribute, or none that this user's key may ask for. */
  private static long number(LibCephFsInode node, SystemXattr attribute) throws ErrnoException {
    try {
      String text = new String(node.systemXattr(attribute), StandardCharsets.US_ASCII);
      return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    } catch (ErrnoException e) {
      if (e.is(Errno.ENODATA) || e.is(Errno.EOPNOTSUPP) || e.is(Errno.EACCES)) {
        return 0;
      }
      throw e;
    }
  }
}
