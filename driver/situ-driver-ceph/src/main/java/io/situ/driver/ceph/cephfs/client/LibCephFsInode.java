// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.path.ObjectHandle;
import java.util.Arrays;

/**
 * An object of a CephFS that is held by its inode, whatever its name becomes, with what was known
 * of it when it was found. Each call takes at most one plain name and follows no link. Tests of
 * what works on it replace each call. Not thread-safe.
 */
public class LibCephFsInode implements ObjectHandle<LibCephFsInode> {

  static final int MODE_ONLY = 1;

  private static final int O_WRONLY = 1;
  private static final int O_CREAT = 0100;
  private static final int O_EXCL = 0200;
  private static final int S_IFMT = 0170000;
  private static final int S_IFDIR = 0040000;
  private static final int S_IFREG = 0100000;
  private static final int S_IFLNK = 0120000;

  private static final ThreadLocal<NativeStat> STAT = ThreadLocal.withInitial(NativeStat::new);

  private final UserSession caller;
  private final long inode;
  private final FileStat status;

  LibCephFsInode(UserSession caller, long inode, FileStat status) {
    this.caller = caller;
    this.inode = inode;
    this.status = status;
  }

  /** The directory that the session takes for the root; of it only the mode is reported. */
  public static LibCephFsInode root(NativeSession session, NativeUser user) throws ErrnoException {
    UserSession caller = new UserSession(session, user.permissions());
    long[] found = new long[1];
    caller.call((mount, permissions) -> LibCephFsLowLevel.ceph_ll_lookup_root(mount, found));
    try {
      return new LibCephFsInode(caller, found[0], describe(caller, found[0], MODE_ONLY));
    } catch (ErrnoException e) {
      put(caller, found[0]);
      throw e;
    }
  }

  private static FileStat describe(UserSession caller, long inode, int want) throws ErrnoException {
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

  /** What is known now. */
  public FileStat describe() throws ErrnoException {
    return describe(caller, inode, NativeStat.WANT);
  }

  @Override
  public boolean isDirectory() {
    return (status.mode() & S_IFMT) == S_IFDIR;
  }

  @Override
  public boolean isLink() {
    return (status.mode() & S_IFMT) == S_IFLNK;
  }

  public boolean isFile() {
    return (status.mode() & S_IFMT) == S_IFREG;
  }

  @Override
  public LibCephFsInode child(byte[] name) throws ErrnoException {
    return child(name, NativeStat.WANT);
  }

  @Override
  public LibCephFsInode childTypeOnly(byte[] name) throws ErrnoException {
    return child(name, MODE_ONLY);
  }

  /**
   * Holds what has a name here.
   *
   * @param want what is reported of it: {@link #MODE_ONLY} or {@link NativeStat#WANT}
   */
  private LibCephFsInode child(byte[] name, int want) throws ErrnoException {
    for (int tries = 0; ; tries++) {
      try {
        return childOnce(name, want);
      } catch (ErrnoException e) {
        if (!e.is(Errno.ENOENT) || !caller.session().retryLookup(tries)) {
          throw e;
        }
      }
    }
  }

  private LibCephFsInode childOnce(byte[] name, int want) throws ErrnoException {
    long[] found = new long[1];
    NativeStat stat = STAT.get();
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_lookup(
                mount, inode, text(name), found, stat.address(), want, 0, permissions));
    return new LibCephFsInode(caller, found[0], stat.status());
  }

  /** Whether a name here is one of {@code file}'s, as is known without waiting. */
  public boolean hasNow(byte[] name, LibCephFsInode file) {
    try (LibCephFsInode there = childOnce(name, NativeStat.WANT)) {
      return there.status.inode() == file.status.inode();
    } catch (ErrnoException e) {
      return false;
    }
  }

  /** Returns how many names a file has if a name here is one of them, else 0. */
  public int names(byte[] name, LibCephFsInode file) throws ErrnoException {
    try (LibCephFsInode there = child(name)) {
      return there.status.inode() == file.status.inode() ? STAT.get().names() : 0;
    } catch (ErrnoException e) {
      if (e.is(Errno.ENOENT)) {
        return 0;
      }
      throw e;
    }
  }

  /** How many names has what is called so here; 0 if there is nothing. */
  private int names(byte[] name) {
    try (LibCephFsInode node = childOnce(name, NativeStat.WANT)) {
      return node.isDirectory() ? 1 : STAT.get().names();
    } catch (ErrnoException e) {
      return 0;
    }
  }

  private static byte[] text(byte[] name) {
    return Arrays.copyOf(name, name.length + 1);
  }

  @Override
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

  /** Makes a file, exclusively, and opens it for writing. */
  public LibCephFsFile create(byte[] name, int mode) throws ErrnoException {
    long[] made = new long[1];
    long[] opened = new long[1];
    NativeStat stat = STAT.get();
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_create(
                mount,
                inode,
                text(name),
                mode,
                O_WRONLY | O_CREAT | O_EXCL,
                made,
                opened,
                stat.address(),
                NativeStat.WANT,
                0,
                permissions));
    try (LibCephFsInode file = new LibCephFsInode(caller, made[0], stat.status())) {
      LibCephFsFile open = new LibCephFsFile(caller, opened[0], file.status);
      try {
        file.settle(mode);
        return open;
      } catch (ErrnoException e) {
        open.close();
        if (names(name, file) > 0) {
          unlink(name);
        }
        throw e;
      }
    }
  }

  /** Makes a directory; the bit by which groups are inherited stays as the parent gives it. */
  public void mkdir(byte[] name, int mode) throws ErrnoException {
    long[] made = new long[1];
    NativeStat stat = STAT.get();
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_mkdir(
                mount,
                inode,
                text(name),
                mode,
                made,
                stat.address(),
                NativeStat.WANT,
                0,
                permissions));
    try (LibCephFsInode directory = new LibCephFsInode(caller, made[0], stat.status())) {
      directory.settle(mode | (directory.status.mode() & 02000));
    } catch (ErrnoException e) {
      rmdir(name);
      throw e;
    }
  }

  /**
   * Gives what was just made the mode that was asked for, without the permissions that a default
   * access list of the parent took away.
   */
  private void settle(int mode) throws ErrnoException {
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

  public void symlink(byte[] name, byte[] target) throws ErrnoException {
    long[] made = new long[1];
    NativeStat stat = STAT.get();
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_symlink(
                mount,
                inode,
                text(name),
                text(target),
                made,
                stat.address(),
                MODE_ONLY,
                0,
                permissions));
    put(caller, made[0]);
  }

  /** Gives {@code node} a second name here. */
  public void link(LibCephFsInode node, byte[] name) throws ErrnoException {
    requireSameSession(node);
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_link(mount, node.inode, inode, text(name), permissions));
  }

  /** Renames an entry of this directory, in place of what has the name in {@code to}. */
  public void rename(byte[] name, LibCephFsInode to, byte[] newName) throws ErrnoException {
    requireSameSession(to);
    boolean named = to.names(newName) > 1;
    caller.callForRename(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_rename(
                mount, inode, text(name), to.inode, text(newName), permissions));
    if (named) {
      caller.session().markDentriesStale();
    }
  }

  /** Inodes of one session are nothing in another. */
  private void requireSameSession(LibCephFsInode other) throws ErrnoException {
    if (other.caller.session() != caller.session()) {
      throw new ErrnoException(Errno.ENOTCONN);
    }
  }

  public void unlink(byte[] name) throws ErrnoException {
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_unlink(mount, inode, text(name), permissions));
  }

  public void rmdir(byte[] name) throws ErrnoException {
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_rmdir(mount, inode, text(name), permissions));
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
    return xattr(new UserSession(caller.session(), NativeUser.root().permissions()), name);
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

  private static void put(UserSession caller, long inode) {
    caller.session().release(inode);
  }

  @Override
  public void close() {
    put(caller, inode);
  }
}
