// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;
import io.situ.testing.ceph.CephPlan;
import java.util.ArrayList;
import java.util.List;

/** What libcephfs itself says of a file's objects: the judge of what the driver computes. */
final class LibExtents implements AutoCloseable {

  /** A piece of a file and the OSDs that hold it, the primary first. */
  record Piece(long offset, long length, List<Integer> osds) {}

  private interface Lib extends Library {
    int ceph_create(PointerByReference cmount, String id);

    int ceph_conf_read_file(Pointer cmount, String path);

    int ceph_mount(Pointer cmount, String root);

    int ceph_unmount(Pointer cmount);

    int ceph_open(Pointer cmount, String path, int flags, int mode);

    int ceph_close(Pointer cmount, int fd);

    int ceph_get_file_extent_osds(
        Pointer cmount, int fd, long offset, LongByReference length, int[] osds, int nosds);
  }

  private final Lib lib = Native.load("libcephfs.so.2", Lib.class);
  private final Pointer mount;

  LibExtents(CephPlan plan) {
    PointerByReference made = new PointerByReference();
    check(lib.ceph_create(made, CephPlan.USER));
    mount = made.getValue();
    check(lib.ceph_conf_read_file(mount, plan.conf().toString()));
    check(lib.ceph_mount(mount, "/"));
  }

  List<Piece> of(String path, long size) {
    int fd = check(lib.ceph_open(mount, path, 0, 0));
    List<Piece> pieces = new ArrayList<>();
    for (long at = 0; at < size; ) {
      LongByReference length = new LongByReference();
      int[] osds = new int[16];
      int count = check(lib.ceph_get_file_extent_osds(mount, fd, at, length, osds, osds.length));
      List<Integer> holders = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        holders.add(osds[i]);
      }
      long most = Math.min(length.getValue(), size - at);
      pieces.add(new Piece(at, most, holders));
      at += most;
    }
    check(lib.ceph_close(mount, fd));
    return pieces;
  }

  private static int check(int result) {
    if (result < 0) {
      throw new IllegalStateException("libcephfs says " + result);
    }
    return result;
  }

  @Override
  public void close() {
    check(lib.ceph_unmount(mount));
  }
}
