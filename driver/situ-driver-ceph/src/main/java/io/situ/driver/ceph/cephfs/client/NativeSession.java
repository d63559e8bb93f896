// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.NativeLibrary;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.JnaDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client session with a file system. All calls are made while the session is held, so that it
 * never ends under one. Thread-safe.
 */
public final class NativeSession {

  public static final String LIBRARY = "libcephfs.so.2";

  private static final Logger LOG = LoggerFactory.getLogger(NativeSession.class);

  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);
  private static final int O_RDONLY = 0;
  private static final long STALE_DENTRY_NANOS = 2_000_000_000L;
  private static final long RETRY_INTERVAL_NANOS = 5_000_000L;
  private static final int MAX_TRIES = 20;
  private static final long ROOT = 1;

  private static final ThreadLocal<NativeStat> STAT = ThreadLocal.withInitial(NativeStat::new);

  /**
   * A rename and the look-up of its source are made alone among the calls that learn of names, so
   * that none of this session removes the source in between: see {@link LibCephFsInode#moveAside}.
   */
  private final SessionLock lock = new SessionLock();

  private final boolean readsAhead;

  /**
   * Until when a name that is said to be absent may be there ({@link System#nanoTime}). Where a
   * rename replaces a file that has other names, the library takes those for absent too (Ceph
   * 16.2.15, {@code Client::put_request}), until the servers call back what it knows of their
   * directories. For one of them they do so at once, as they move the file there.
   */
  private volatile long staleUntil = System.nanoTime();

  /** For whom calls are made that nothing else says it of. */
  private final NativeUser user;

  /** Whether it ends though the cluster has not ended it. */
  private volatile boolean discarded;

  private long mount;

  NativeSession(long mount, boolean readsAhead, NativeUser user) {
    this.mount = mount;
    this.readsAhead = readsAhead;
    this.user = user;
  }

  /**
   * Begins a session.
   *
   * @throws IOException with one sentence, if the library, the cluster or the key is not there
   */
  static NativeSession begin(NativeSessions.Key key) throws IOException {
    try {
      JnaDirectory.prepare();
      NativeLibrary.getInstance(LIBRARY);
    } catch (LinkageError e) {
      throw new StoreException(
          Kind.UNSUPPORTED, null, LIBRARY + " cannot be loaded: install libcephfs2", e);
    }
    try {
      NativeUser user = NativeUser.ofProcess();
      return checked(new NativeSession(NativeMount.open(key), key.cached(), user));
    } catch (LinkageError e) {
      throw lacking(e);
    }
  }

  private static NativeSession checked(NativeSession session) throws StoreException {
    try {
      StatxAbiCheck.check(session.mount, NativeStat.WANT);
      return session;
    } catch (StoreException e) {
      session.end();
      throw e;
    }
  }

  /** A library that is there, and has not all the calls. */
  public static StoreException lacking(LinkageError e) {
    return new StoreException(
        Kind.UNSUPPORTED,
        null,
        LIBRARY + " lacks calls that are needed: it is not that of Ceph 15 or later",
        e);
  }

  /** Whether the library fetches the next bytes of a file that is read in sequence. */
  public boolean readsAhead() {
    return readsAhead;
  }

  /** A call of the library. */
  interface Call {
    /**
     * @return negative for an error
     */
    int make(long mount);
  }

  /** What a call gives; negative for an error, and once the session has ended. */
  int call(Call call) {
    return call(SessionLock.Kind.PLAIN, call);
  }

  /** As {@link #call}, for what learns of names. */
  int callForNames(Call call) {
    return call(SessionLock.Kind.NAMES, call);
  }

  /** As {@link #call}, for a rename. */
  int callForRename(Call call) {
    return call(SessionLock.Kind.RENAME, call);
  }

  private int call(SessionLock.Kind kind, Call call) {
    if (!lock.enter(kind)) {
      return -endNumber();
    }
    try {
      return call.make(mount);
    } finally {
      lock.leave(kind);
    }
  }

  /** Returns the number of the error that calls get once the session has ended. */
  int endNumber() {
    return discarded ? CephErrors.DISCARDED : Errno.ENOTCONN;
  }

  /**
   * Lets no further call begin, as if the cluster had ended the session: who shares it begins
   * another. For when the library may have left something in it for which calls wait for ever.
   */
  void discard() {
    LOG.warn(
        "a session with Ceph is given up, and files that are open for writing in it, listings and"
            + " deletions of trees fail: another client removed a file while it was renamed, for"
            + " which Ceph's library may wait for ever");
    discarded = true;
    lock.end();
  }

  /** A file that has other names was replaced. */
  void markDentriesStale() {
    staleUntil = System.nanoTime() + STALE_DENTRY_NANOS;
  }

  /**
   * Whether to look again for a name that is said to be absent, after a moment.
   *
   * @param tries how often that was done
   */
  boolean retryLookup(int tries) {
    if (tries == MAX_TRIES || staleUntil - System.nanoTime() <= 0) {
      return false;
    }
    LockSupport.parkNanos(RETRY_INTERVAL_NANOS);
    return true;
  }

  /** A call that opens an inode: its result, and where it puts what it opened. */
  private interface Opening {
    int open(long inode, long[] opened, long permissions);
  }

  /**
   * Opens a file for reading by its inode number: whatever its name is by now.
   *
   * @param seen the file as the mount describes it, which distinguishes it from the file of another
   *     file system with that number
   * @throws IOException if it is not there, is another, or this user may not read it
   */
  public long open(StoreObject seen, MountedStore.Describer describer) throws IOException {
    return open(
        seen,
        describer,
        (inode, opened, permissions) ->
            LibCephFs.ceph_ll_open(mount, inode, O_RDONLY, opened, permissions));
  }

  /** As {@link #open}, for a directory. */
  public long openDirectory(StoreObject seen, MountedStore.Describer describer) throws IOException {
    return open(
        seen,
        describer,
        (inode, opened, permissions) ->
            LibCephFs.ceph_ll_opendir(mount, inode, opened, permissions));
  }

  private long open(StoreObject seen, MountedStore.Describer describer, Opening opening)
      throws IOException {
    if (!lock.enter(SessionLock.Kind.PLAIN)) {
      throw new IOException("the session has ended");
    }
    try {
      long[] inode = new long[1];
      NativeMount.check(
          LibCephFs.ceph_ll_lookup_inode(mount, seen.version().identity(), inode),
          "the cluster knows no such inode");
      try {
        long permissions = user.permissions();
        NativeStat stat = STAT.get();
        NativeMount.check(
            LibCephFs.ceph_ll_getattr(
                mount, inode[0], stat.address(), NativeStat.WANT, 0, permissions),
            "the cluster does not describe it");
        if (!describer.describe(seen.path(), stat.status()).version().equals(seen.version())) {
          throw new IOException(
              "what the cluster has by that inode number is not what the mount shows");
        }
        long[] opened = new long[1];
        NativeMount.check(opening.open(inode[0], opened, permissions), "it cannot be opened");
        return opened[0];
      } finally {
        LibCephFs.ceph_ll_put(mount, inode[0]);
      }
    } finally {
      lock.leave(SessionLock.Kind.PLAIN);
    }
  }

  /** See {@link LibCephFs#ceph_readdirplus_r}; negative for an error. */
  int next(long directory, long entry, long stat, long inode) {
    return callForNames(
        session ->
            LibCephFs.ceph_readdirplus_r(
                session, directory, entry, stat, NativeStat.WANT, 0, inode));
  }

  /**
   * Describes an inode that {@link #next} lent, as it is now: a server is asked only if this client
   * would not be notified of a change; negative for an error.
   */
  int describe(long inode, long stat) {
    return call(
        session ->
            LibCephFs.ceph_ll_getattr(
                session, inode, stat, NativeStat.WANT, 0, user.permissions()));
  }

  /** Length of an attribute whose name and value are at those addresses; negative for an error. */
  int attribute(long inode, long name, long value, int room) {
    return call(
        session ->
            LibCephFs.ceph_ll_getxattr(session, inode, name, value, room, user.permissions()));
  }

  /** See {@link LibCephFs#ceph_ll_file_layout}; negative for an error. */
  int layout(long inode, long layout) {
    return call(session -> LibCephFs.ceph_ll_file_layout(session, inode, layout));
  }

  /** Gives back an inode that {@link #next} lent. */
  void release(long inode) {
    call(session -> LibCephFs.ceph_ll_put(session, inode));
  }

  void closeDirectory(long directory) {
    call(session -> LibCephFs.ceph_ll_releasedir(session, directory));
  }

  /** Number of bytes read, 0 at the end; negative for an error. */
  public int read(long file, long offset, long buffer, int length) {
    return call(session -> LibCephFs.ceph_ll_read(session, file, offset, length, buffer));
  }

  public void close(long file) {
    call(session -> LibCephFs.ceph_ll_close(session, file));
  }

  /** Whether the cluster has ended it, which shows when the file system's root is asked for. */
  public boolean hasEnded() {
    long[] root = new long[1];
    NativeStat stat = STAT.get();
    int result =
        call(
            session -> {
              int found = LibCephFs.ceph_ll_lookup_inode(session, ROOT, root);
              if (found < 0) {
                return found;
              }
              int reported =
                  LibCephFs.ceph_ll_getattr(
                      session, root[0], stat.address(), NativeStat.WANT, 0, user.permissions());
              LibCephFs.ceph_ll_put(session, root[0]);
              return reported;
            });
    // A client that was evicted hears of it in several ways, the last among them.
    return result < 0 && CephErrors.endsSession(-result) || result == -Errno.EPERM;
  }

  /**
   * Ends a session that the cluster has ended before: nothing is sent any more. Returns at once:
   * calls that are being made may wait for a server that does not answer, and the library frees
   * open files under them if its connections are cut meanwhile. One that was discarded is ended as
   * by {@link #end}: the servers would keep others waiting for what it may use until they miss it.
   */
  void abandon() {
    lock.end();
    endLater(!discarded);
  }

  /** Ends the session when no call is in it; so the servers need not wait for it to be missed. */
  void end() {
    end(END_TIMEOUT);
  }

  /**
   * Ends the session when no call is in it.
   *
   * @param timeout how long calls that are being made are waited for; a thread of its own waits for
   *     them from then on
   */
  void end(Duration timeout) {
    lock.end();
    if (lock.awaitNone(timeout)) {
      unmount(false);
    } else {
      endLater(false);
    }
  }

  private void endLater(boolean dead) {
    Thread end =
        new Thread(
            () -> {
              lock.awaitNone();
              unmount(dead);
            },
            "situ-ceph-abandon");
    end.setDaemon(true);
    end.start();
  }

  /** Called when no call is being made and none begins any more. */
  private synchronized void unmount(boolean dead) {
    if (mount == 0) {
      return;
    }
    if (dead) {
      LibCephFs.ceph_abort_conn(mount);
    }
    LibCephFs.ceph_unmount(mount);
    LibCephFs.ceph_release(mount);
    mount = 0;
  }
}
