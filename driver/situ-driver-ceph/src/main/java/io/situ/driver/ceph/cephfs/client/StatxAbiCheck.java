// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;

/**
 * Whether the library at hand fills Ceph's own structure as {@link NativeStat} reads it: it is
 * asked for the session's root, and asked again by a call that fills the system's structure, which
 * is the same in all versions.
 */
final class StatxAbiCheck {

  /** On these the system's structure is known here. */
  private static final Set<String> MACHINES = Set.of("amd64", "aarch64", "riscv64", "ppc64le");

  private static final int BYTES = 256;
  private static final int INODE = 8;
  private static final int LENGTH = 48;
  private static final int MTIME = 88;
  private static final int CTIME = 104;

  /** Another client may change the root between two questions. */
  private static final int MAX_TRIES = 20;

  private StatxAbiCheck() {}

  /** What both structures report. */
  private record Status(long inode, long size, long modifiedNanos, long changedNanos) {}

  /**
   * @param want what the library is asked for
   * @throws StoreException {@code UNSUPPORTED} with one sentence if it reports something else
   */
  static void check(long mount, int want) throws StoreException {
    if (!MACHINES.contains(System.getProperty("os.arch"))) {
      return;
    }
    try {
      for (int tries = 0; tries < MAX_TRIES; tries++) {
        if (isSame(mount, want)) {
          return;
        }
      }
    } catch (LinkageError e) {
      // A library without the second call cannot be compared with itself.
      return;
    }
    throw new StoreException(
        Kind.UNSUPPORTED,
        null,
        "libcephfs.so.2 describes files otherwise than is known here: it is of another version of"
            + " Ceph; use a mount without it (read=mount and scan=mount)");
  }

  private static boolean isSame(long mount, int want) {
    NativeStat statx = new NativeStat();
    ByteBuffer stat = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
    long address = Pointer.nativeValue(Native.getDirectBufferPointer(stat));
    boolean consistent =
        StatxAbiCalls.ceph_statx(mount, "/", statx.address(), want, 0) >= 0
            && StatxAbiCalls.ceph_stat(mount, "/", address) >= 0;
    return consistent && of(statx).equals(of(stat));
  }

  private static Status of(NativeStat statx) {
    FileStat status = statx.status();
    return new Status(status.inode(), status.size(), status.modifiedNanos(), statx.changedNanos());
  }

  private static Status of(ByteBuffer stat) {
    return new Status(
        stat.getLong(INODE), stat.getLong(LENGTH), nanos(stat, MTIME), nanos(stat, CTIME));
  }

  private static long nanos(ByteBuffer stat, int at) {
    return FileStat.nanos(stat.getLong(at), (int) stat.getLong(at + Long.BYTES));
  }
}
