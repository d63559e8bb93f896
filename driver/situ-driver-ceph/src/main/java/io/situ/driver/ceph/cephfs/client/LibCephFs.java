// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;

/**
 * The calls of {@code libcephfs.h} that are used, of Ceph 15 and later. Pointers are longs: all
 * systems that Ceph runs on have 64 bits. Loading this class loads the library.
 *
 * <p>A failed assertion in that library ends the process: {@code ceph_ll_get_stripe_osd} fails so
 * always, and writing 0 bytes does. Neither is here.
 */
final class LibCephFs {

  static {
    Native.register(LibCephFs.class, "libcephfs.so.2");
  }

  private LibCephFs() {}

  static native int ceph_create(long[] mount, String user);

  static native int ceph_conf_read_file(long mount, String file);

  static native int ceph_conf_set(long mount, String option, String value);

  /** Puts an option's value and a byte 0 where there is room for {@code length}. */
  static native int ceph_conf_get(long mount, String option, byte[] value, long length);

  static native int ceph_select_filesystem(long mount, String name);

  static native int ceph_init(long mount);

  static native int ceph_mount(long mount, String root);

  /** Closes all connections without a word to the servers. */
  static native void ceph_abort_conn(long mount);

  static native int ceph_unmount(long mount);

  static native int ceph_release(long mount);

  static native int ceph_localize_reads(long mount, int whether);

  /**
   * A user for whom calls are made.
   *
   * @param groups address of the numbers of further groups, which must stay valid
   */
  static native long ceph_userperm_new(int user, int group, int count, long groups);

  /** The number is a structure of one field in C, which is passed as that field. */
  static native int ceph_ll_lookup_inode(long mount, long number, long[] inode);

  static native int ceph_ll_put(long mount, long inode);

  static native int ceph_ll_open(long mount, long inode, int flags, long[] file, long permissions);

  static native int ceph_ll_close(long mount, long file);

  static native int ceph_ll_opendir(long mount, long inode, long[] directory, long permissions);

  static native int ceph_ll_releasedir(long mount, long directory);

  /**
   * The next entry with what {@code want} names of it: 1 if there was one, 0 at the end.
   *
   * @param inode where the address of the entry's inode is put, to be given back by {@link
   *     #ceph_ll_put}
   */
  static native int ceph_readdirplus_r(
      long mount, long directory, long entry, long stat, int want, int flags, long inode);

  static native int ceph_ll_getattr(
      long mount, long inode, long stat, int want, int flags, long permissions);

  static native int ceph_ll_getxattr(
      long mount, long inode, long name, long value, long size, long permissions);

  /** Puts a {@code struct ceph_file_layout} where {@code layout} says, without asking a server. */
  static native int ceph_ll_file_layout(long mount, long inode, long layout);

  static native int ceph_ll_read(long mount, long file, long offset, long length, long buffer);
}
