package io.situ.driver.ceph;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The sessions of this process: one for each cluster, user and file system, shared by all stores,
 * and ended with the last of them or with the process.
 */
final class NativeSessions {

  private static final Map<Cluster, NativeSessions> ALL = new HashMap<>();
  private static boolean hooked;

  private final NativeSession session;
  private int users;

  private NativeSessions(NativeSession session) {
    this.session = session;
  }

  /**
   * The session with a cluster, to be given back by {@link #release}.
   *
   * @throws IOException with one sentence, if there can be none
   */
  static NativeSession acquire(Cluster cluster) throws IOException {
    synchronized (ALL) {
      NativeSessions shared = ALL.get(cluster);
      if (shared == null) {
        shared = new NativeSessions(NativeSession.begin(cluster));
        ALL.put(cluster, shared);
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

  static void release(Cluster cluster) {
    synchronized (ALL) {
      NativeSessions shared = ALL.get(cluster);
      if (shared != null && --shared.users == 0) {
        ALL.remove(cluster);
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
