// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that wait for each other in a session; the library itself is not called. */
@Timeout(60)
final class NativeSessionOrderTest {

  private final NativeSession session = new NativeSession(1, true, null);
  private final List<String> begun = Collections.synchronizedList(new ArrayList<>());

  /** A call that is made until it is let go. */
  private final class LongCall {
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final Thread thread;

    LongCall(String name, ToIntFunction<NativeSession.Call> kind) {
      NativeSession.Call call =
          mount -> {
            begun.add(name);
            inside.countDown();
            try {
              letGo.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return 0;
          };
      thread = new Thread(new FutureTask<>(() -> kind.applyAsInt(call)));
      thread.setDaemon(true);
      thread.start();
    }

    LongCall awaitBegun() throws InterruptedException {
      inside.await();
      return this;
    }

    LongCall awaitWaiting() throws InterruptedException {
      NativeSessionTest.awaitWaiting(thread);
      return this;
    }

    void end() throws InterruptedException {
      letGo.countDown();
      thread.join();
    }
  }

  /** However long it waits: before, a rename lost its turn to later look-ups each tenth second. */
  @Test
  void aRenameKeepsItsTurnAmongLookUps() throws Exception {
    LongCall first = new LongCall("look-up", session::callForNames).awaitBegun();
    LongCall rename = new LongCall("rename", session::callForRename).awaitWaiting();
    LongCall later = new LongCall("later look-up", session::callForNames).awaitWaiting();
    TimeUnit.MILLISECONDS.sleep(300);

    assertThat(begun).containsExactly("look-up");
    first.end();
    rename.awaitBegun().end();
    later.awaitBegun().end();
    assertThat(begun).containsExactly("look-up", "rename", "later look-up");
  }

  @Test
  void aLookUpKeepsItsTurnAmongRenames() throws Exception {
    LongCall first = new LongCall("rename", session::callForRename).awaitBegun();
    LongCall lookUp = new LongCall("look-up", session::callForNames).awaitWaiting();
    LongCall later = new LongCall("later rename", session::callForRename).awaitWaiting();
    TimeUnit.MILLISECONDS.sleep(300);

    first.end();
    lookUp.awaitBegun().end();
    later.awaitBegun().end();
    assertThat(begun).containsExactly("rename", "look-up", "later rename");
  }

  @Test
  void lookUpsAreMadeAtOnceAndOtherCallsBesideAll() throws Exception {
    LongCall one = new LongCall("look-up", session::callForNames).awaitBegun();
    LongCall other = new LongCall("look-up", session::callForNames).awaitBegun();
    assertThat(session.call(mount -> 7)).isEqualTo(7);
    one.end();
    other.end();

    LongCall rename = new LongCall("rename", session::callForRename).awaitBegun();
    assertThat(session.call(mount -> 7)).isEqualTo(7);
    rename.end();
  }
}
