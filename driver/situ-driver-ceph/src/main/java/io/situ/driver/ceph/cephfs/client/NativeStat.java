// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.situ.storage.mounted.nativelib.FileStat;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Room for one {@code struct ceph_statx} of Ceph's {@code ceph_ll_client.h}, the same on all
 * systems of 64 bits. Not thread-safe.
 */
public final class NativeStat {

  /** Mode, names, owner, group, three times, inode number and size: {@code CEPH_STATX_*}. */
  public static final int WANT = 0x1 | 0x2 | 0x4 | 0x8 | 0x20 | 0x40 | 0x80 | 0x100 | 0x200;

  private static final int BYTES = 256;
  private static final int NAMES = 8;
  private static final int UID = 12;
  private static final int GID = 16;
  private static final int MODE = 20;
  private static final int INODE = 24;
  private static final int LENGTH = 32;
  private static final int DEVICE = 48;
  private static final int ATIME = 64;
  private static final int CTIME = 80;
  private static final int MTIME = 96;

  private final ByteBuffer memory = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.nativeOrder());
  private final long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));

  long address() {
    return address;
  }

  FileStat status() {
    return new FileStat(
        memory.getShort(MODE) & 0xFFFF,
        memory.getInt(UID),
        memory.getInt(GID),
        memory.getLong(INODE),
        memory.getLong(LENGTH),
        time(MTIME),
        time(ATIME),
        changedNanos(),
        Optional.empty());
  }

  /** When content, attributes or names changed last, in nanoseconds since 1970. */
  long changedNanos() {
    return time(CTIME);
  }

  /** How many names it has. */
  int names() {
    return memory.getInt(NAMES);
  }

  /**
   * The number of the snapshot that it is in; other numbers for what is in none, and for the hidden
   * directory of snapshots. The library reports it always, as the device.
   */
  long snapshot() {
    return memory.getLong(DEVICE);
  }

  /** Puts a mode where {@code ceph_ll_setattr} takes it; says so. */
  public int putMode(int mode) {
    memory.putShort(MODE, (short) mode);
    return LibCephFsLowLevel.SET_MODE;
  }

  public int putUser(int user) {
    memory.putInt(UID, user);
    return LibCephFsLowLevel.SET_USER;
  }

  public int putGroup(int group) {
    memory.putInt(GID, group);
    return LibCephFsLowLevel.SET_GROUP;
  }

  public int putSize(long size) {
    memory.putLong(LENGTH, size);
    return LibCephFsLowLevel.SET_SIZE;
  }

  public int putModified(long nanos) {
    putTime(MTIME, nanos);
    return LibCephFsLowLevel.SET_MODIFIED;
  }

  public int putAccessed(long nanos) {
    putTime(ATIME, nanos);
    return LibCephFsLowLevel.SET_ACCESSED;
  }

  private void putTime(int at, long nanos) {
    memory.putLong(at, Math.floorDiv(nanos, 1_000_000_000L));
    memory.putLong(at + Long.BYTES, Math.floorMod(nanos, 1_000_000_000L));
  }

  private long time(int at) {
    return FileStat.nanos(memory.getLong(at), (int) memory.getLong(at + Long.BYTES));
  }
}
