// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.mounted.nativelib.Errno;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session in which one call never returns; the library itself is not called. */
@Timeout(60)
final class NativeSessionTest {

  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private final NativeSession session = new NativeSession(1, true, null);

  @BeforeEach
  void hang() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    start(
        () ->
            session.callForRename(
                mount -> {
                  inside.countDown();
                  try {
                    NEVER.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  return 0;
                }));
    inside.await();
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task, "hangs");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** Waits until a thread waits. */
  static void awaitWaiting(Thread thread) throws InterruptedException {
    List<Thread.State> waiting = List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
    while (!waiting.contains(thread.getState())) {
      Thread.sleep(1);
    }
  }

  @Test
  void whatWaitsForItsTurnIsReleasedWhenTheSessionIsAbandoned() throws Exception {
    List<FutureTask<Integer>> waiting = new ArrayList<>();
    waiting.add(new FutureTask<>(() -> session.callForNames(mount -> 0)));
    waiting.add(new FutureTask<>(() -> session.callForRename(mount -> 0)));
    for (FutureTask<Integer> call : waiting) {
      awaitWaiting(start(call));
    }

    assertThat(session.call(mount -> 7)).isEqualTo(7);
    session.abandon();

    for (FutureTask<Integer> call : waiting) {
      assertThat(call.get(30, TimeUnit.SECONDS)).isEqualTo(-Errno.ENOTCONN);
    }
    assertThat(session.call(mount -> 7)).isEqualTo(-Errno.ENOTCONN);
    assertThatThrownBy(() -> session.open(null, null))
        .isInstanceOf(IOException.class)
        .hasMessage("the session has ended");
  }

  @Test
  void anEndWaitsForALimitedTime() {
    session.end(Duration.ofMillis(300));

    assertThat(session.hasEnded()).isTrue();
  }

  @Test
  void aDiscardedSessionHasEnded() {
    session.discard();

    assertThat(session.hasEnded()).isTrue();
    assertThat(session.callForNames(mount -> 0)).isEqualTo(-CephErrors.DISCARDED);
  }

  @Test
  void anInterruptedThreadStillCalls() {
    Thread.currentThread().interrupt();

    assertThat(session.call(mount -> 7)).isEqualTo(7);
    assertThat(Thread.interrupted()).isTrue();
  }
}
