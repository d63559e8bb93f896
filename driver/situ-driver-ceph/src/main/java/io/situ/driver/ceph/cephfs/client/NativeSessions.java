// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.cluster.CephClusterConfig;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this process: one for each cluster, user, file system and root in it, shared by
 * all stores, and ended with the last of them or with the process: then when Hadoop's own hooks,
 * which may write until their end, are over. Thread-safe.
 */
public final class NativeSessions {

  /**
   * From so many bytes on a task opens a file past the mount, or in a session without the library's
   * cache: an object's size by default.
   */
  public static final long MIN_DIRECT_READ = 4 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(NativeSessions.class);
  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(30);

  private static final SessionPool<Key, NativeSession> ALL = new SessionPool<>(new Begun());
  private static boolean hooked;

  /**
   * What a session is with.
   *
   * @param root the directory that the session takes for the file system's own root
   * @param cached whether the library keeps what it read and reads ahead on its own account
   */
  public record Key(CephClusterConfig cluster, String root, boolean cached) {

    /** With the library's own cache. */
    public Key(CephClusterConfig cluster, String root) {
      this(cluster, root, true);
    }

    /** All of a file system. */
    public static Key whole(CephClusterConfig cluster) {
      return new Key(cluster, "/");
    }

    /** The same, for a process that reads once and knows where its bytes end. */
    public Key ofTasks() {
      return new Key(cluster, root, false);
    }
  }

  private NativeSessions() {}

  private static final class Begun implements SessionPool.Sessions<Key, NativeSession> {
    @Override
    public NativeSession begin(Key key) throws IOException {
      return NativeSession.begin(key);
    }

    @Override
    public void end(NativeSession session) {
      session.end();
    }

    @Override
    public void abandon(NativeSession session) {
      session.abandon();
    }
  }

  /**
   * The session with a file system, to be given back by {@link #release}.
   *
   * @throws IOException with one sentence, if there can be none
   */
  public static NativeSession acquire(Key key) throws IOException {
    hook();
    return ALL.acquire(key);
  }

  /**
   * Another session in place of one that the cluster has ended, for all who share it.
   *
   * @return the present one, if one was begun already
   * @throws IOException with one sentence, if there can be none
   */
  public static NativeSession renew(Key key, NativeSession dead) throws IOException {
    return ALL.renew(key, dead);
  }

  /** How many sessions there are now. */
  static int count() {
    return ALL.count();
  }

  /** Gives a session back; the last to do so ends it, and waits until it has ended. */
  public static void release(Key key) {
    ALL.release(key);
  }

  private static synchronized void hook() {
    if (hooked) {
      return;
    }
    hooked = true;
    try {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> ALL.endAfter(ShutdownHooks.HADOOP, EXIT_TIMEOUT), "situ-ceph-exit"));
    } catch (IllegalStateException e) {
      // A hook of another is the first to use a store: the session ends with that store.
      LOG.debug("sessions do not end with this process, which is ending", e);
    }
  }
}
