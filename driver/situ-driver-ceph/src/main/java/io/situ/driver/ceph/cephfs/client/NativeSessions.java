// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import io.situ.driver.ceph.cluster.CephClusterConfig;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The sessions of this process: one for each cluster, user, file system and root in it, shared by
 * all stores, and ended with the last of them or with the process.
 */
public final class NativeSessions {

  /**
   * From so many bytes on a task opens a file past the mount, or in a session without the library's
   * cache: an object's size by default.
   */
  public static final long MIN_DIRECT_READ = 4 << 20;

  private static final Map<Key, NativeSessions> ALL = new HashMap<>();
  private static final long EXIT_MILLIS = 30_000;
  private static boolean hooked;

  private NativeSession session;
  private int users;

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

  private NativeSessions(NativeSession session) {
    this.session = session;
  }

  /**
   * The session with a file system, to be given back by {@link #release}.
   *
   * @throws IOException with one sentence, if there can be none
   */
  public static NativeSession acquire(Key key) throws IOException {
    synchronized (ALL) {
      NativeSessions shared = ALL.get(key);
      if (shared == null) {
        shared = new NativeSessions(NativeSession.begin(key));
        ALL.put(key, shared);
        hook();
      }
      shared.users++;
      return shared.session;
    }
  }

  /**
   * Another session in place of one that the cluster has ended, for all who share it.
   *
   * @return the present one, if one was begun already
   * @throws IOException with one sentence, if there can be none
   */
  public static NativeSession renew(Key key, NativeSession dead) throws IOException {
    synchronized (ALL) {
      NativeSessions shared = ALL.get(key);
      if (shared == null) {
        throw new IOException("this process is ending");
      }
      if (shared.session == dead) {
        shared.session = NativeSession.begin(key);
        dead.abandon();
      }
      return shared.session;
    }
  }

  /** How many sessions there are now. */
  static int count() {
    synchronized (ALL) {
      return ALL.size();
    }
  }

  public static void release(Key key) {
    synchronized (ALL) {
      NativeSessions shared = ALL.get(key);
      if (shared != null && --shared.users == 0) {
        ALL.remove(key);
        shared.session.end();
      }
    }
  }

  private static void hook() {
    if (!hooked) {
      hooked = true;
      Runtime.getRuntime().addShutdownHook(new Thread(NativeSessions::exit, "situ-ceph-exit"));
    }
  }

  /** Ends all sessions, but waits no longer for a cluster that does not answer. */
  private static void exit() {
    Thread ending = new Thread(NativeSessions::endAll, "situ-ceph-end");
    ending.setDaemon(true);
    ending.start();
    try {
      ending.join(EXIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void endAll() {
    synchronized (ALL) {
      ALL.values().forEach(shared -> shared.session.end());
      ALL.clear();
    }
  }
}
