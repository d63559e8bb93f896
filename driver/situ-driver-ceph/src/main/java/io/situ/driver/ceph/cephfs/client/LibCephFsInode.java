// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.FileStat;
import io.situ.storage.mounted.path.ObjectHandle;

/**
 * An object of a CephFS that is held by its inode, whatever its name becomes, with what was known
 * of it when it was found. Each call takes at most one plain name and follows no link. Tests of
 * what works on it replace each call. Not thread-safe.
 */
public class LibCephFsInode extends LibCephFsObject implements ObjectHandle<LibCephFsInode> {

  private static final int O_WRONLY = 1;
  private static final int O_CREAT = 0100;
  private static final int O_EXCL = 0200;
  private static final int STICKY = 01000;
  private static final int ROOT = 0;

  /**
   * @param nameCount how many names it had when it was found; 0 if that was not asked
   */
  LibCephFsInode(UserSession caller, long inode, FileStat status, int nameCount) {
    super(caller, inode, status, nameCount);
  }

  /** The directory that the session takes for the root; of it only mode and number are reported. */
  public static LibCephFsInode root(NativeSession session, NativeUser user) throws ErrnoException {
    UserSession caller = new UserSession(session, user);
    long[] found = new long[1];
    caller.call((mount, permissions) -> LibCephFsLowLevel.ceph_ll_lookup_root(mount, found));
    try {
      return new LibCephFsInode(caller, found[0], describe(caller, found[0], MODE_ONLY), 0);
    } catch (ErrnoException e) {
      put(caller, found[0]);
      throw e;
    }
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
        if (!e.is(Errno.ENOENT) || !retryLookup(tries)) {
          throw e;
        }
      }
    }
  }

  /** See {@link NativeSession#retryLookup}. */
  boolean retryLookup(int tries) {
    return caller.session().retryLookup(tries);
  }

  LibCephFsInode childOnce(byte[] name, int want) throws ErrnoException {
    long[] found = new long[1];
    NativeStat stat = STAT.get();
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_lookup(
                mount, inode, text(name), found, stat.address(), want, 0, permissions));
    return new LibCephFsInode(
        caller, found[0], stat.status(), want == NativeStat.WANT ? stat.names() : 0);
  }

  /** Returns whether a name here is one of {@code file}'s, as is known without waiting. */
  public boolean hasNow(byte[] name, LibCephFsInode file) {
    try (LibCephFsInode there = childOnce(name, NativeStat.WANT)) {
      return there.status.inode() == file.status.inode();
    } catch (ErrnoException e) {
      return false;
    }
  }

  /**
   * Returns how many names an inode has if a name here is one of them, else 0.
   *
   * @param number the inode's number, as {@link FileStat#inode} reports it
   */
  public int names(byte[] name, long number) throws ErrnoException {
    try (LibCephFsInode there = child(name)) {
      return there.status.inode() == number ? there.nameCount : 0;
    } catch (ErrnoException e) {
      if (CephErrors.isAbsence(e)) {
        return 0;
      }
      throw e;
    }
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
    try (LibCephFsInode file = made(made[0], stat)) {
      LibCephFsFile open = new LibCephFsFile(caller, opened[0], file.status);
      try {
        file.settle(mode);
        return open;
      } catch (ErrnoException e) {
        closeAfter(e, open);
        removeAfter(e, name, file, this::unlink);
        throw e;
      }
    }
  }

  private LibCephFsInode made(long address, NativeStat stat) {
    return new LibCephFsInode(caller, address, stat.status(), stat.names());
  }

  /** In a session that has ended there is nothing to close. */
  private static void closeAfter(ErrnoException failure, LibCephFsFile file) {
    try {
      file.close();
    } catch (ErrnoException e) {
      if (!CephErrors.endsSession(e)) {
        failure.addSuppressed(e);
      }
    }
  }

  private interface Removal {
    void remove(byte[] name) throws ErrnoException;
  }

  /** Removes what was made here, and nothing that has its name by now. */
  private void removeAfter(
      ErrnoException failure, byte[] name, LibCephFsInode made, Removal removal) {
    try {
      if (names(name, made.status.inode()) > 0) {
        removal.remove(name);
      }
    } catch (ErrnoException e) {
      failure.addSuppressed(new LeftBehindException(e));
    }
  }

  /**
   * Makes a directory; the bit by which groups are inherited stays as the parent gives it.
   *
   * @return its inode's number, as {@link FileStat#inode} reports it
   */
  public long mkdir(byte[] name, int mode) throws ErrnoException {
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
    try (LibCephFsInode directory = made(made[0], stat)) {
      try {
        directory.settle(mode | (directory.status.mode() & 02000));
        return directory.status.inode();
      } catch (ErrnoException e) {
        removeAfter(e, name, directory, this::rmdir);
        throw e;
      }
    }
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

  /**
   * Returns whether this user could not remove a name of {@code file} from this directory, because
   * it has the sticky bit and neither is the user's own. Root is not bound by that bit.
   *
   * @param file as it was found with all its attributes
   */
  public boolean keepsNamesOf(LibCephFsInode file) throws ErrnoException {
    int user = user();
    return (status.mode() & STICKY) != 0
        && user != ROOT
        && user != file.status.owner()
        && user != describe().owner();
  }

  @Override
  public int mode() {
    return status.mode() & 07777;
  }

  @Override
  public int owner() throws ErrnoException {
    return describe().owner();
  }

  @Override
  public int user() {
    return caller.user().number();
  }

  /**
   * Renames an entry of this directory, in place of what has the name in {@code to}.
   *
   * <p>If the entry turns out to be gone only while the library renames, the session takes no
   * further calls: see {@link #moveAside}.
   *
   * @throws ErrnoException ENOENT if there is no such entry, or the new directory is gone
   */
  public void rename(byte[] name, LibCephFsInode to, byte[] newName) throws ErrnoException {
    requireSameSession(to);
    callForRename(
        (mount, permissions) -> {
          boolean several = to.isOneOfSeveral(mount, permissions, newName);
          int result = findSource(mount, permissions, name);
          if (result < 0) {
            return result;
          }
          result = renameNow(mount, permissions, name, to, newName);
          if (CephErrors.isAbsence(-result)) {
            // Before any other call asks for the new name. That the entry is there is not enough:
            // another client may have made it again.
            if (!to.isRemoved(mount, permissions) || findSource(mount, permissions, name) < 0) {
              discardSession();
            }
            return -Errno.ENOENT;
          }
          if (result >= 0 && several) {
            // Before any other call asks for the other names.
            markDentriesStale();
          }
          return result;
        });
  }

  /**
   * Renames an entry of this directory to a name that nothing has.
   *
   * <p>Where a rename finds that its source is absent, libcephfs 16.2.15 leaves a mark at the new
   * name, and a later look-up of that name in this session waits for ever. So the source is looked
   * up before the library is asked to rename, and if it vanishes in between, the new name is not to
   * be used any more: here it is one that nothing asks for.
   *
   * @param aside the name that it gets, which nothing ever had
   * @throws ErrnoException ENOENT if there is no such entry; if the session has ended, it may have
   *     the new name all the same
   */
  public void moveAside(byte[] name, byte[] aside) throws ErrnoException {
    callForRename(
        (mount, permissions) -> {
          int result = findSource(mount, permissions, name);
          return result < 0 ? result : renameNow(mount, permissions, name, this, aside);
        });
  }

  int callForRename(UserSession.Call call) throws ErrnoException {
    return caller.callForRename(call);
  }

  /** Returns whether a name here is that of a file that has further names. */
  boolean isOneOfSeveral(long mount, long permissions, byte[] name) {
    long[] found = new long[1];
    NativeStat stat = STAT.get();
    int result =
        LibCephFsLowLevel.ceph_ll_lookup(
            mount, inode, text(name), found, stat.address(), NativeStat.WANT, 0, permissions);
    if (result < 0) {
      return false;
    }
    boolean several = stat.names() > 1 && !isDirectory(stat.status());
    LibCephFs.ceph_ll_put(mount, found[0]);
    return several;
  }

  /** Looks up what is to be renamed; negative for an error. */
  int findSource(long mount, long permissions, byte[] name) {
    long[] found = new long[1];
    int result =
        LibCephFsLowLevel.ceph_ll_lookup(
            mount, inode, text(name), found, STAT.get().address(), MODE_ONLY, 0, permissions);
    return result < 0 ? result : LibCephFs.ceph_ll_put(mount, found[0]);
  }

  /** Has the library rename; negative for an error. */
  int renameNow(long mount, long permissions, byte[] name, LibCephFsInode to, byte[] newName) {
    return LibCephFsLowLevel.ceph_ll_rename(
        mount, inode, text(name), to.inode, text(newName), permissions);
  }

  /**
   * Returns whether this directory is known to be removed; false where that cannot be found out.
   */
  boolean isRemoved(long mount, long permissions) {
    NativeStat stat = STAT.get();
    int result =
        LibCephFs.ceph_ll_getattr(mount, inode, stat.address(), NativeStat.WANT, 0, permissions);
    return result < 0 ? CephErrors.isAbsence(-result) : stat.names() == 0;
  }

  /** See {@link NativeSession#markDentriesStale}. */
  void markDentriesStale() {
    caller.session().markDentriesStale();
  }

  /** See {@link NativeSession#discard}. */
  void discardSession() {
    caller.session().discard();
  }

  public void unlink(byte[] name) throws ErrnoException {
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_unlink(mount, inode, text(name), permissions));
  }

  /** Removes a file's name, unless it is gone already. */
  public void unlinkIfThere(byte[] name) throws ErrnoException {
    try {
      unlink(name);
    } catch (ErrnoException e) {
      if (!e.is(Errno.ENOENT)) {
        throw e;
      }
    }
  }

  public void rmdir(byte[] name) throws ErrnoException {
    caller.callForNames(
        (mount, permissions) ->
            LibCephFsLowLevel.ceph_ll_rmdir(mount, inode, text(name), permissions));
  }
}
