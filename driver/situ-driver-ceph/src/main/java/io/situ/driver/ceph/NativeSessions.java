package io.situ.driver.ceph;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The sessions of this process: one for each cluster, user, file system and root in it, shared by
 * all stores, and ended with the last of them or with the process.
 */
final class NativeSessions {

  private static final Map<Key, NativeSessions> ALL = new HashMap<>();
  private static boolean hooked;

  private final NativeSession session;
  private int users;

  /**
   * What a session is with.
   *
   * @param root the directory that the session takes for the file system's own root
   */
  record Key(Cluster cluster, String root) {

    /** All of a file system. */
    static Key whole(Cluster cluster) {
      return new Key(cluster, "/");
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
  static NativeSession acquire(Key key) throws IOException {
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

  /** How many sessions there are now. */
  static int count() {
    synchronized (ALL) {
      return ALL.size();
    }
  }

  static void release(Key key) {
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
      Runtime.getRuntime().addShutdownHook(new Thread(NativeSessions::endAll, "situ-ceph-end"));
    }
  }

  private static void endAll() {
    synchronized (ALL) {
      ALL.values().forEach(shared -> shared.session.end());
      ALL.clear();
    }
  }
}
