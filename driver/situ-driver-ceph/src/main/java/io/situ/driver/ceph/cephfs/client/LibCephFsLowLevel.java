// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;

/**
 * The calls of {@code libcephfs.h} for a file system without a mount: those that go from name to
 * name, and those that change something. Names are bytes with a zero behind them; pointers are
 * longs. Loading this class loads the library.
 *
 * <p>Writing 0 bytes fails an assertion in that library, which ends the process: see {@link
 * LibCephFsFile}.
 */
final class LibCephFsLowLevel {

  static final int SET_MODE = 1;
  static final int SET_USER = 1 << 1;
  static final int SET_GROUP = 1 << 2;
  static final int SET_MODIFIED = 1 << 3;
  static final int SET_ACCESSED = 1 << 4;
  static final int SET_SIZE = 1 << 5;

  static {
    Native.register(LibCephFsLowLevel.class, "libcephfs.so.2");
  }

  private LibCephFsLowLevel() {}

  static native long ceph_get_fs_cid(long mount);

  static native int ceph_ll_lookup_root(long mount, long[] inode);

  static native int ceph_ll_lookup(
      long mount,
      long parent,
      byte[] name,
      long[] inode,
      long stat,
      int want,
      int flags,
      long permissions);

  static native int ceph_ll_readlink(
      long mount, long inode, long text, long size, long permissions);

  static native int ceph_ll_setattr(long mount, long inode, long stat, int mask, long permissions);

  static native int ceph_ll_create(
      long mount,
      long parent,
      byte[] name,
      int mode,
      int flags,
      long[] inode,
      long[] file,
      long stat,
      int want,
      int statFlags,
      long permissions);

  static native int ceph_ll_mkdir(
      long mount,
      long parent,
      byte[] name,
      int mode,
      long[] inode,
      long stat,
      int want,
      int flags,
      long permissions);

  static native int ceph_ll_symlink(
      long mount,
      long parent,
      byte[] name,
      byte[] target,
      long[] inode,
      long stat,
      int want,
      int flags,
      long permissions);

  static native int ceph_ll_link(
      long mount, long inode, long parent, byte[] name, long permissions);

  static native int ceph_ll_rename(
      long mount, long from, byte[] name, long to, byte[] newName, long permissions);

  static native int ceph_ll_unlink(long mount, long parent, byte[] name, long permissions);

  static native int ceph_ll_rmdir(long mount, long parent, byte[] name, long permissions);

  static native int ceph_ll_write(long mount, long file, long offset, long length, long buffer);

  static native int ceph_ll_fsync(long mount, long file, int dataOnly);

  static native int ceph_ll_sync_inode(long mount, long inode, int dataOnly);

  static native int ceph_ll_statfs(long mount, long inode, long statvfs);

  static native int ceph_ll_getxattr(
      long mount, long inode, byte[] name, long value, long size, long permissions);

  static native int ceph_ll_listxattr(
      long mount, long inode, long list, long size, long[] length, long permissions);

  static native int ceph_ll_setxattr(
      long mount, long inode, byte[] name, long value, long size, int flags, long permissions);

  static native int ceph_ll_removexattr(long mount, long inode, byte[] name, long permissions);
}
