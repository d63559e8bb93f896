// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.path.DirectoryHandle.Identity;
import java.util.Arrays;

/**
 * What the library does with an object of a CephFS by its inode alone, whatever its names are. Not
 * thread-safe.
 */
public abstract class LibCephFsObject {

  /** The inode's number comes with it: the library reports that always. */
  static final int MODE_ONLY = 1;

  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;
  private static final int S_IFREG = 0100000;
  private static final int S_IFLNK = 0120000;

  static final ThreadLocal<NativeStat> STAT = ThreadLocal.withInitial(NativeStat::new);

  final UserSession caller;
  final long inode;
  final FileStat status;
  final int nameCount;

  /**
   * @param nameCount how many names it had when it was found; 0 if that was not asked
   */
  LibCephFsObject(UserSession caller, long inode, FileStat status, int nameCount) {
    this.caller = caller;
    this.inode = inode;
    this.status = status;
    this.nameCount = nameCount;
  }

  static FileStat describe(UserSession caller, long inode, int want) throws ErrnoException {
    NativeStat stat = STAT.get();
    caller.call(
        (mount, permissions) ->
            LibCephFs.ceph_ll_getattr(mount, inode, stat.address(), want, 0, permissions));
    return stat.status();
  }

  /** Returns the number of the file system that this is in. */
  public long fileSystemId() throws ErrnoException {
    long[] id = new long[1];
    caller.call(
        (mount, permissions) -> {
          id[0] = LibCephFsLowLevel.ceph_get_fs_cid(mount);
          return 0;
        });
    return id[0];
  }

  /** What was known when it was found, as far as that was asked for. */
  public FileStat status() {
    return status;
  }

  /** How many names it had when it was found; 0 if that was not asked. */
  public int nameCount() {
    return nameCount;
  }

  /** What is known now. */
  public FileStat describe() throws ErrnoException {
    return describe(caller, inode, NativeStat.WANT);
  }

  /**
   * Returns which object this is, distinct from the same in a snapshot: a directory has one inode
   * number with the hidden directory of its snapshots, and with each of these.
   */
  public Identity identity() throws ErrnoException {
    FileStat now = describe(caller, inode, MODE_ONLY);
    return new Identity(0, STAT.get().snapshot(), now.inode());
  }

  public boolean isDirectory() {
    return isDirectory(status);
  }

  static boolean isDirectory(FileStat status) {
    return (status.mode() & S_IFMT) == S_IFDIR;
  }

  public boolean isLink() {
    return (status.mode() & S_IFMT) == S_IFLNK;
  }

  public boolean isFile() {
    return (status.mode() & S_IFMT) == S_IFREG;
  }

  static byte[] text(byte[] name) {
    return Arrays.copyOf(name, name.length + 1);
  }

  /** Inodes of one session are nothing in another. */
  void requireSameSession(LibCephFsObject other) throws ErrnoException {
    if (other.caller.session() != caller.session()) {
      int end = caller.session().endNumber();
      throw new ErrnoException(
          end == CephErrors.DISCARDED ? end : other.caller.session().endNumber());
    }
  }

  public byte[] readLink() throws ErrnoException {
    return NativeBuffers.read(
        (address, room) ->
            caller.call(
                (mount, permissions) ->
                    LibCephFsLowLevel.ceph_ll_readlink(mount, inode, address, room, permissions)));
  }

  /** Opens a file by the flags of {@code man 2 open}. */
  public LibCephFsFile open(int flags) throws ErrnoException {
    long[] opened = new long[1];
    caller.call(
        (mount, permissions) -> LibCephFs.ceph_ll_open(mount, inode, flags, opened, permissions));
    return new LibCephFsFile(caller, opened[0], status);
  }

  public NativeDirectory openDirectory() throws ErrnoException {
    long[] opened = new long[1];
    caller.call(
        (mount, permissions) -> LibCephFs.ceph_ll_opendir(mount, inode, opened, permissions));
    return new NativeDirectory(caller.session(), opened[0]);
  }

  /**
   * Gives what was just made the mode that was asked for, without the permissions that a default
   * access list of the parent took away.
   */
  void settle(int mode) throws ErrnoException {
    int has = status.mode() & 07777;
    int wanted = settledMode(has, mode);
    if (has != wanted) {
      set(stat -> stat.putMode(wanted));
    }
  }

  /** The mode for a new object that {@code has} one and for which {@code asked} was asked. */
  static int settledMode(int has, int asked) {
    return (has & asked) | (asked & 07000);
  }

  /**
   * Puts new attributes into the room and says which, as {@link LibCephFsLowLevel} numbers them.
   */
  public interface Change {
    int put(NativeStat stat);
  }

  /** Changes attributes; returns when the servers know. */
  public void set(Change change) throws ErrnoException {
    NativeStat stat = STAT.get();
    int mask = change.put(stat);
    if (mask != 0) {
      caller.call(
          (mount, permissions) ->
              LibCephFsLowLevel.ceph_ll_setattr(mount, inode, stat.address(), mask, permissions));
      sync();
    }
  }

  /** Returns when the servers have kept what was changed here. */
  public void sync() throws ErrnoException {
    caller.call((mount, permissions) -> LibCephFsLowLevel.ceph_ll_sync_inode(mount, inode, 0));
  }

  /** Fills {@code struct statvfs} at an address. */
  public void statfs(long address) throws ErrnoException {
    caller.call((mount, permissions) -> LibCephFsLowLevel.ceph_ll_statfs(mount, inode, address));
  }

  /** One extended attribute, listed or not. */
  public byte[] xattr(byte[] name) throws ErrnoException {
    return xattr(caller, name);
  }

  private byte[] xattr(UserSession as, byte[] name) throws ErrnoException {
    return NativeBuffers.read(
        (address, room) ->
            as.call(
                (mount, permissions) ->
                    LibCephFsLowLevel.ceph_ll_getxattr(
                        mount, inode, text(name), address, room, permissions)));
  }

  /**
   * One of the attributes by which Ceph itself reports which cluster this is, or what is taken of a
   * quota: also of a directory that the user may enter and not read, for which the library refuses
   * any attribute. They name nothing that is in it, and the library reports the quota in {@link
   * #statfs} anyway.
   */
  public byte[] systemXattr(SystemXattr attribute) throws ErrnoException {
    try {
      return xattr(attribute.bytes());
    } catch (ErrnoException e) {
      if (!e.is(Errno.EACCES)) {
        throw e;
      }
      return xattrAsRoot(attribute.bytes());
    }
  }

  byte[] xattrAsRoot(byte[] name) throws ErrnoException {
    return xattr(new UserSession(caller.session(), NativeUser.root()), name);
  }

  /** The names of extended attributes, each with a zero behind it. */
  public byte[] xattrNames() throws ErrnoException {
    long[] length = new long[1];
    return NativeBuffers.read(
        (address, room) -> {
          caller.call(
              (mount, permissions) ->
                  LibCephFsLowLevel.ceph_ll_listxattr(
                      mount, inode, address, room, length, permissions));
          return (int) length[0];
        });
  }

  /**
   * Sets an extended attribute.
   *
   * @param address of the value, also where that is empty
   * @param flags of {@code man 2 setxattr}
   */
  public void setXattr(byte[] name, long address, int length, int flags) throws ErrnoException {
    caller.call(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_setxattr(
                mount, inode, text(name), address, length, flags, permissions));
  }

  public void removeXattr(byte[] name) throws ErrnoException {
    caller.call(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_removexattr(mount, inode, text(name), permissions));
  }

  static void put(UserSession caller, long inode) {
    caller.session().release(inode);
  }

  public void close() {
    put(caller, inode);
  }
}
