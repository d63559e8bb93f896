// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sessions that are shared: one for each key, begun for its first user, and ended with the last or
 * with all others. What asks a cluster is called without the lock of the pool, so that one that
 * does not answer is waited for only where its own key is used. Thread-safe.
 *
 * @param <K> what a session is with
 * @param <S> a session
 */
final class SessionPool<K, S> {

  private final Sessions<K, S> sessions;
  private final Map<K, Shared> all = new HashMap<>();
  private boolean ended;

  /** What begins and ends sessions. Each call may take as long as a cluster takes to answer. */
  interface Sessions<K, S> {

    /**
     * @throws IOException with one sentence, if there can be none
     */
    S begin(K key) throws IOException;

    /** Ends a session when no call is in it. */
    void end(S session);

    /** Ends a session that the cluster has ended before; returns at once. */
    void abandon(S session);
  }

  /** A session and how many use it, which the pool's lock guards; its own guards the rest. */
  private final class Shared {
    private final K key;
    private int users;
    private S session;
    private boolean over;

    Shared(K key) {
      this.key = key;
    }

    synchronized S session() throws IOException {
      if (over) {
        throw ending();
      }
      if (session == null) {
        session = sessions.begin(key);
      }
      return session;
    }

    synchronized S renew(S dead) throws IOException {
      if (session() == dead) {
        session = null;
        sessions.abandon(dead);
      }
      return session();
    }

    void end() {
      S last;
      synchronized (this) {
        over = true;
        last = session;
        session = null;
      }
      if (last != null) {
        sessions.end(last);
      }
    }
  }

  SessionPool(Sessions<K, S> sessions) {
    this.sessions = sessions;
  }

  private static IOException ending() {
    return new IOException("this process is ending, and its sessions with Ceph have ended");
  }

  /**
   * The session for a key, to be given back by {@link #release}.
   *
   * @throws IOException with one sentence, if there can be none, as after {@link #endAll}
   */
  S acquire(K key) throws IOException {
    Shared shared;
    synchronized (this) {
      if (ended) {
        throw ending();
      }
      shared = all.computeIfAbsent(key, Shared::new);
      shared.users++;
    }
    try {
      return shared.session();
    } catch (IOException | RuntimeException | Error e) {
      release(key);
      throw e;
    }
  }

  /**
   * Another session in place of one that the cluster has ended, for all who share it.
   *
   * @return the present one, if one was begun already
   * @throws IOException with one sentence, if there can be none
   */
  S renew(K key, S dead) throws IOException {
    Shared shared;
    synchronized (this) {
      shared = all.get(key);
    }
    if (shared == null) {
      throw ending();
    }
    return shared.renew(dead);
  }

  /** Gives a session back; ends it, if this was the last to use it. */
  void release(K key) {
    Shared last = null;
    synchronized (this) {
      Shared shared = all.get(key);
      if (shared != null && --shared.users == 0) {
        last = all.remove(key);
      }
    }
    if (last != null) {
      last.end();
    }
  }

  /** How many sessions there are now, with those that are being begun. */
  synchronized int count() {
    return all.size();
  }

  /**
   * Ends all sessions, and begins none from now on.
   *
   * @param timeout how long clusters that do not answer are waited for
   */
  void endAll(Duration timeout) {
    List<Thread> endings = new ArrayList<>();
    synchronized (this) {
      ended = true;
      all.values().forEach(shared -> endings.add(new Thread(shared::end, "situ-ceph-end")));
      all.clear();
    }
    for (Thread ending : endings) {
      ending.setDaemon(true);
      ending.start();
    }
    long until = System.nanoTime() + timeout.toNanos();
    try {
      for (Thread ending : endings) {
        // 0 would mean for ever.
        ending.join(Math.max(1, (until - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Does as {@link #endAll} once no other hook may use sessions any more, or begin the first. The
   * JVM waits for those hooks too, so this makes no process live longer.
   *
   * @param hook see {@link ShutdownHooks#areRunning}
   */
  void endAfter(String hook, Duration timeout) {
    try {
      while (ShutdownHooks.areRunning(hook)) {
        Thread.sleep(ShutdownHooks.POLL_INTERVAL.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    endAll(timeout);
  }
}
