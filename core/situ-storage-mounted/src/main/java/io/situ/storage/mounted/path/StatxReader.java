// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StoreObject.Kind;
import io.situ.storage.StoreObject.Version;
import io.situ.storage.StorePath;
import io.situ.storage.WideTimestamps;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.UserLookup;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Reads what statx wrote. The layout is {@code struct statx} of {@code linux/stat.h}, the same on
 * every architecture.
 */
public final class StatxReader {

  static final int SIZE = 256;

  private static final int ATTRIBUTES = 8;
  private static final int LINKS = 16;
  private static final int UID = 20;
  private static final int GID = 24;
  private static final int MODE = 28;
  private static final int INODE = 32;
  private static final int LENGTH = 40;
  private static final int ATIME = 64;
  private static final int CTIME = 96;
  private static final int MTIME = 112;
  private static final int DEV_MAJOR = 136;
  private static final int DEV_MINOR = 140;
  private static final int MOUNT = 144;
  private static final int MASK = 0;
  private static final int MASK_MOUNT = 0x1000;
  private static final int APPEND_ONLY = 0x20;

  private StatxReader() {}

  public static int type(NativeScratchBuffers scratch) {
    return type(scratch.memory(), 0);
  }

  static int type(ByteBuffer stat, int at) {
    return stat.getShort(at + MODE) & Libc.S_IFMT;
  }

  public static int mode(ByteBuffer stat, int at) {
    return stat.getShort(at + MODE) & 07777;
  }

  public static int owner(ByteBuffer stat, int at) {
    return stat.getInt(at + UID);
  }

  /** Returns whether nothing can be removed from it, see {@code chattr +a}. */
  public static boolean isAppendOnly(ByteBuffer stat, int at) {
    return (stat.getLong(at + ATTRIBUTES) & APPEND_ONLY) != 0;
  }

  public static long inode(ByteBuffer stat, int at) {
    return stat.getLong(at + INODE);
  }

  public static long links(ByteBuffer stat, int at) {
    return stat.getInt(at + LINKS) & 0xFFFFFFFFL;
  }

  public static long device(ByteBuffer stat, int at) {
    return ((long) stat.getInt(at + DEV_MAJOR) << 32) | (stat.getInt(at + DEV_MINOR) & 0xFFFFFFFFL);
  }

  /** Returns the number of the mount, or 0 where the kernel does not give it (before 5.8). */
  static long mount(ByteBuffer stat, int at) {
    return (stat.getInt(at + MASK) & MASK_MOUNT) == 0 ? 0 : stat.getLong(at + MOUNT);
  }

  public static long length(ByteBuffer stat, int at) {
    return stat.getLong(at + LENGTH);
  }

  /** Returns when it changed last, as {@code Attributes} has it. */
  public static long changedNanos(ByteBuffer stat, int at) {
    return nanos(stat, at + CTIME);
  }

  static Kind kind(ByteBuffer stat, int at) {
    return kind(type(stat, at));
  }

  private static Kind kind(int type) {
    return switch (type) {
      case Libc.S_IFREG -> Kind.FILE;
      case Libc.S_IFDIR -> Kind.DIRECTORY;
      case Libc.S_IFLNK -> Kind.SYMLINK;
      default -> Kind.OTHER;
    };
  }

  /**
   * The object that the stat at {@code at} describes.
   *
   * @param inodes whether its inode number is part of its version
   */
  public static StoreObject object(
      StorePath path, ByteBuffer stat, int at, UserLookup.Memo accounts, boolean inodes) {
    return object(path, status(stat, at), accounts, inodes);
  }

  private static FileStat status(ByteBuffer stat, int at) {
    return new FileStat(
        stat.getShort(at + MODE) & 0xFFFF,
        stat.getInt(at + UID),
        stat.getInt(at + GID),
        inode(stat, at),
        length(stat, at),
        nanos(stat, at + MTIME),
        nanos(stat, at + ATIME),
        nanos(stat, at + CTIME),
        far(stat, at));
  }

  private static Optional<WideTimestamps> far(ByteBuffer stat, int at) {
    boolean far =
        WideTimestamps.isFar(stat.getLong(at + MTIME))
            || WideTimestamps.isFar(stat.getLong(at + ATIME))
            || WideTimestamps.isFar(stat.getLong(at + CTIME));
    return far
        ? Optional.of(
            new WideTimestamps(
                instant(stat, at + MTIME), instant(stat, at + ATIME), instant(stat, at + CTIME)))
        : Optional.empty();
  }

  private static Instant instant(ByteBuffer stat, int at) {
    return WideTimestamps.instant(stat.getLong(at), stat.getInt(at + 8));
  }

  public static StoreObject object(
      StorePath path, FileStat status, UserLookup.Memo accounts, boolean inodes) {
    Kind kind = kind(status.mode() & Libc.S_IFMT);
    long size = kind == Kind.DIRECTORY ? 0 : status.size();
    return new StoreObject(
        path,
        kind,
        size,
        new Attributes(
            accounts.user(status.owner()),
            accounts.group(status.group()),
            status.mode() & 07777,
            status.modifiedNanos(),
            status.accessedNanos(),
            status.changedNanos(),
            status.far()),
        version(status, size, inodes));
  }

  /**
   * Adds its target to a symbolic link.
   *
   * @param length of the target that was read to this thread's buffers, or the negative error
   *     number
   * @throws StoreException for an error number
   */
  public static StoreObject link(StoreObject object, int length) throws StoreException {
    Errno.check(length, object.path());
    byte[] target = NativeScratchBuffers.get().linkBytes(length);
    return new StoreObject(
        object.path(),
        object.kind(),
        object.size(),
        object.attributes(),
        object.version(),
        Optional.of(StorePath.decode(target, 0, length)),
        List.of(),
        Optional.empty());
  }

  /**
   * Inode number, and modification time mixed with size. Not the change time: that moves with every
   * chmod, rename, hard link and backup, which change no content.
   */
  private static Version version(FileStat status, long size, boolean inodes) {
    long mixed = status.modificationStamp() ^ Long.rotateLeft(size * 0x9E3779B97F4A7C15L, 29);
    return new Version(inodes ? status.inode() : 0, mixed);
  }

  private static long nanos(ByteBuffer stat, int at) {
    return WideTimestamps.nanos(stat.getLong(at), stat.getInt(at + 8));
  }
}
