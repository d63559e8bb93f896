// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.JnaDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * One client session with a file system. All calls are made while the session is held, so that it
 * never ends under one. Thread-safe.
 */
public final class NativeSession {

  public static final String LIBRARY = "libcephfs.so.2";

  /** A name that no server of names has to know. */
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  private static final int O_RDONLY = 0;
  private static final long STALE_DENTRY_NANOS = 2_000_000_000L;
  private static final long RETRY_INTERVAL_NANOS = 5_000_000L;
  private static final int MAX_TRIES = 20;
  private static final long ROOT = 1;

  private static final String LOG = "debug_client";
  private static final String USUAL_LOG = "0/5";

  /** So that monitors that are away cost a task half a minute and not five. */
  private static final String MOUNT_SECONDS = "30";

  private static final ThreadLocal<NativeStat> STAT = ThreadLocal.withInitial(NativeStat::new);

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Held alone by a rename, shared by every other call that learns of names. Without it a call that
   * learns of the new name while the rename runs leaves a mark ("is_renaming", Ceph 16.2.15) at
   * which any process that asks for that name later waits for ever.
   */
  private final ReentrantReadWriteLock names = new ReentrantReadWriteLock();

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

  /** Whether it ends as soon as no call is in it: none begins any more. */
  private volatile boolean ending;

  private long mount;

  private NativeSession(long mount, boolean readsAhead, NativeUser user) {
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
    CephClusterConfig cluster = key.cluster();
    try {
      JnaDirectory.prepare();
      NativeLibrary.getInstance(LIBRARY);
    } catch (LinkageError e) {
      throw new StoreException(
          Kind.UNSUPPORTED, null, LIBRARY + " cannot be loaded: install libcephfs2", e);
    }
    try {
      NativeUser user = NativeUser.ofProcess();
      long[] made = new long[1];
      check(LibCephFs.ceph_create(made, cluster.user()), "a client cannot be made");
      try {
        configure(made[0], key);
        mount(made[0], key);
      } catch (IOException | RuntimeException e) {
        LibCephFs.ceph_release(made[0]);
        throw e;
      }
      LibCephFs.ceph_localize_reads(made[0], 1);
      return checked(new NativeSession(made[0], key.cached(), user));
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

  private static void configure(long mount, NativeSessions.Key key) throws IOException {
    CephClusterConfig cluster = key.cluster();
    // An absent file means Ceph's own search for one.
    check(
        LibCephFs.ceph_conf_read_file(mount, cluster.conf().orElse(null)),
        "Ceph's configuration cannot be read");
    forgetCalls(mount);
    set(mount, "keyring", cluster.keyring());
    set(mount, "client_mount_timeout", Optional.of(MOUNT_SECONDS));
    // Who calls is compared with permissions here, and not by a kernel above.
    set(mount, "client_permissions", Optional.of("true"));
    set(mount, "fuse_default_permissions", Optional.of("false"));
    // With it the library reads up to four objects ahead, which may be on any host, and takes 200
    // MB.
    set(mount, "client_oc", Optional.of(Boolean.toString(key.cached())));
    set(mount, "crush_location", Optional.of("root=default host=" + hostName()));
    if (cluster.fileSystem().isPresent()) {
      check(
          LibCephFs.ceph_select_filesystem(mount, cluster.fileSystem().get()),
          "there is no file system " + cluster.fileSystem().get());
    }
  }

  /**
   * Unless configured otherwise the library remembers each call for what it prints when it fails,
   * which takes a fifth of the processor time of a scan (bench/result/cephscan.md).
   */
  private static void forgetCalls(long mount) throws IOException {
    byte[] level = new byte[USUAL_LOG.length() + 1];
    if (LibCephFs.ceph_conf_get(mount, LOG, level, level.length) >= 0
        && Native.toString(level, StandardCharsets.US_ASCII).equals(USUAL_LOG)) {
      set(mount, LOG, Optional.of("0/0"));
    }
  }

  private static void set(long mount, String option, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      check(LibCephFs.ceph_conf_set(mount, option, value.get()), option + " is not taken");
    }
  }

  /** As CRUSH calls this host unless configured otherwise: the name up to the first dot. */
  private static String hostName() throws IOException {
    return Files.readString(HOST_NAME).strip().replaceFirst("\\..*", "");
  }

  private static void mount(long made, NativeSessions.Key key) throws StoreException {
    String user = "client." + key.cluster().user();
    int result = LibCephFs.ceph_init(made);
    if (result == -Errno.ENOENT) {
      // There is no keyring at all.
      result = -Errno.EACCES;
    }
    if (result >= 0) {
      result = LibCephFs.ceph_mount(made, key.root());
    }
    if (result >= 0) {
      return;
    }
    throw switch (-result) {
      case Errno.EACCES, Errno.EPERM, Errno.EINVAL ->
          new StoreException(
              Kind.PERMISSION_DENIED,
              null,
              "Ceph refuses "
                  + user
                  + ": its key is missing or wrong, or may not use this directory; see the keys"
                  + " 'user' and 'keyring'");
      case Errno.ENOENT, Errno.ENOTDIR ->
          new StoreException(
              Kind.NOT_FOUND,
              null,
              "there is no directory " + key.root() + " in " + key.cluster().fileSystemText());
      default ->
          new StoreException(
              Kind.UNAVAILABLE,
              null,
              key.cluster().fileSystemText()
                  + " cannot be reached as "
                  + user
                  + ": Ceph's monitors or metadata servers do not answer (error "
                  + -result
                  + ")");
    };
  }

  private static void check(int result, String sentence) throws IOException {
    if (result < 0) {
      throw new IOException(sentence + " (error " + -result + ")");
    }
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
    if (ending) {
      // Its lock is held by what waits for the calls that are being made.
      return -Errno.ENOTCONN;
    }
    lock.readLock().lock();
    try {
      return mount == 0 || ending ? -Errno.ENOTCONN : call.make(mount);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** As {@link #call}, for what learns of names. */
  int callForNames(Call call) {
    names.readLock().lock();
    try {
      return call(call);
    } finally {
      names.readLock().unlock();
    }
  }

  /** As {@link #call}, for a rename. */
  int callForRename(Call call) {
    names.writeLock().lock();
    try {
      return call(call);
    } finally {
      names.writeLock().unlock();
    }
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
    lock.readLock().lock();
    try {
      if (mount == 0 || ending) {
        throw new IOException("the session has ended");
      }
      long[] inode = new long[1];
      check(
          LibCephFs.ceph_ll_lookup_inode(mount, seen.version().identity(), inode),
          "the cluster knows no such inode");
      try {
        long permissions = user.permissions();
        NativeStat stat = STAT.get();
        check(
            LibCephFs.ceph_ll_getattr(
                mount, inode[0], stat.address(), NativeStat.WANT, 0, permissions),
            "the cluster does not describe it");
        if (!describer.describe(seen.path(), stat.status()).version().equals(seen.version())) {
          throw new IOException(
              "what the cluster has by that inode number is not what the mount shows");
        }
        long[] opened = new long[1];
        check(opening.open(inode[0], opened, permissions), "it cannot be opened");
        return opened[0];
      } finally {
        LibCephFs.ceph_ll_put(mount, inode[0]);
      }
    } finally {
      lock.readLock().unlock();
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
   * open files under them if its connections are cut meanwhile.
   */
  void abandon() {
    ending = true;
    Thread end =
        new Thread(
            () -> {
              lock.writeLock().lock();
              try {
                if (mount != 0) {
                  LibCephFs.ceph_abort_conn(mount);
                }
              } finally {
                lock.writeLock().unlock();
              }
              end();
            },
            "situ-ceph-abandon");
    end.setDaemon(true);
    end.start();
  }

  /** Ends the session when no call is in it; so the servers need not wait for it to be missed. */
  void end() {
    ending = true;
    lock.writeLock().lock();
    try {
      if (mount != 0) {
        LibCephFs.ceph_unmount(mount);
        LibCephFs.ceph_release(mount);
        mount = 0;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
