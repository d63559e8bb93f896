// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeDirectory;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.path.DirectoryHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * A directory of a CephFS, held by its inode. Entries are listed again each time, from the first
 * one that is there, so that no listing stays open while the directories below are worked on; it
 * suits a caller who deletes what it was given. Not thread-safe.
 */
final class LibCephFsDirectory implements DirectoryHandle {

  private static final int MAX_ENTRIES = 4096;

  /** So often at most the last entries are asked for: others may keep adding. */
  private static final int MAX_ENDS = 10;

  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;

  private final LibCephFsInode node;
  private int ends;
  private boolean open = true;

  /**
   * @param node closed with this
   */
  LibCephFsDirectory(LibCephFsInode node) {
    this.node = node;
  }

  /** One file system has one mount and one device. */
  @Override
  public Identity identity() {
    return new Identity(0, 0, node.status().inode());
  }

  @Override
  public DirectoryHandle child(byte[] name) throws ErrnoException {
    LibCephFsInode child = node.child(name);
    if (!child.isDirectory()) {
      child.close();
      throw new ErrnoException(Errno.ENOTDIR);
    }
    return new LibCephFsDirectory(child);
  }

  @Override
  public DirectoryHandle parent() throws ErrnoException {
    throw new ErrnoException(Errno.EOPNOTSUPP);
  }

  @Override
  public List<Entry> next() throws ErrnoException {
    return ends > MAX_ENDS ? List.of() : list();
  }

  private List<Entry> list() throws ErrnoException {
    List<Entry> entries = new ArrayList<>();
    try (NativeDirectory listing = node.openDirectory()) {
      int result = 1;
      while (entries.size() < MAX_ENTRIES && (result = listing.next()) > 0) {
        boolean directory = (listing.status().mode() & S_IFMT) == S_IFDIR;
        entries.add(new Entry(StorePath.encode(listing.name()), directory));
      }
      ErrnoException.check(result);
      ends += result == 0 ? 1 : 0;
    }
    return entries;
  }

  @Override
  public void unlink(byte[] name) throws ErrnoException {
    try (LibCephFsInode found = node.childTypeOnly(name)) {
      if (found.isDirectory()) {
        throw new ErrnoException(Errno.EISDIR);
      }
    }
    node.unlink(name);
  }

  @Override
  public void rmdir(byte[] name) throws ErrnoException {
    node.rmdir(name);
  }

  @Override
  public void close() {
    if (open) {
      open = false;
      node.close();
    }
  }
}
