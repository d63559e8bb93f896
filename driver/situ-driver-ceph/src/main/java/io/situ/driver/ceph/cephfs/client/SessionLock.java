// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Says which calls are made at once in a session, until it ends. Calls that learn of names, and
 * renames, begin in the order in which they ask, so that neither keep the others waiting for ever.
 * None that has begun may ask for another. Thread-safe.
 */
final class SessionLock {

  /** What a call does, by what may be done beside it. */
  enum Kind {
    /** Nothing with names: beside every other. */
    PLAIN,
    /** Learns of names: beside all but renames. */
    NAMES,
    /** Renames: beside plain ones only. */
    RENAME
  }

  private static final long FOR_EVER = Long.MAX_VALUE;

  private int calls;
  private int named;
  private boolean renaming;

  /** How many calls with names have asked, and how many of these have begun. */
  private long asked;

  private long begun;
  private boolean ended;

  /**
   * Waits until a call may begin, also where this thread is interrupted.
   *
   * @return false if the session has ended, and it may not; else {@link #leave} has to follow
   */
  synchronized boolean enter(Kind kind) {
    if (kind != Kind.PLAIN) {
      long turn = asked++;
      await(() -> ended || turn == begun && !renaming && (kind == Kind.NAMES || named == 0));
    }
    if (ended) {
      return false;
    }
    calls++;
    if (kind != Kind.PLAIN) {
      begun++;
      count(kind, 1);
      notifyAll();
    }
    return true;
  }

  /** A call has returned. */
  synchronized void leave(Kind kind) {
    calls--;
    count(kind, -1);
    notifyAll();
  }

  private void count(Kind kind, int change) {
    named += kind == Kind.NAMES ? change : 0;
    renaming = kind == Kind.RENAME ? change > 0 : renaming;
  }

  /** Lets no further call begin, also none that waits. */
  synchronized void end() {
    ended = true;
    notifyAll();
  }

  /** Waits until no call is being made, also where this thread is interrupted. */
  synchronized void awaitNone() {
    await(() -> calls == 0);
  }

  /**
   * Waits until no call is being made, also where this thread is interrupted.
   *
   * @param timeout for how long at most
   * @return whether none is
   */
  synchronized boolean awaitNone(Duration timeout) {
    await(() -> calls == 0, timeout.toNanos());
    return calls == 0;
  }

  private void await(BooleanSupplier done) {
    await(done, FOR_EVER);
  }

  private void await(BooleanSupplier done, long nanos) {
    long from = System.nanoTime();
    boolean interrupted = false;
    for (long left = nanos; !done.getAsBoolean() && left > 0; ) {
      try {
        // Of less than a millisecond nothing would be waited for.
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = nanos - (System.nanoTime() - from);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
