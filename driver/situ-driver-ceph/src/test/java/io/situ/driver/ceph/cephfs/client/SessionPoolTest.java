// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A session is its key and a number. */
@Timeout(120)
final class SessionPoolTest {

  private static final String SILENT = "silent";

  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile boolean failing;
  private final CountDownLatch answer = new CountDownLatch(1);
  private final SessionPool<String, String> pool = new SessionPool<>(new Clusters());

  /** That of the key {@value #SILENT} answers once it may. */
  private final class Clusters implements SessionPool.Sessions<String, String> {
    private int count;

    @Override
    public String begin(String key) throws IOException {
      calls.add("begin " + key);
      await(key);
      if (failing || key.equals("refused")) {
        throw new IOException("refused");
      }
      return key + ++count;
    }

    @Override
    public void end(String session) {
      calls.add("end " + session);
      await(session);
    }

    @Override
    public void abandon(String session) {
      calls.add("abandon " + session);
    }

    private void await(String key) {
      if (key.startsWith(SILENT)) {
        try {
          answer.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private void waitFor(String call) throws InterruptedException {
    while (!calls.contains(call)) {
      Thread.sleep(5);
    }
  }

  @Test
  void usersOfAKeyShareASessionThatEndsWithTheLast() throws IOException {
    assertThat(pool.acquire("a")).isEqualTo("a1").isEqualTo(pool.acquire("a"));
    pool.release("a");
    assertThat(pool.count()).isOne();
    pool.release("a");
    assertThat(calls).containsExactly("begin a", "end a1");
    assertThat(pool.count()).isZero();
    assertThat(pool.acquire("a")).isEqualTo("a2");
  }

  @Test
  void whatCannotBeBegunIsNotKept() {
    assertThatThrownBy(() -> pool.acquire("refused")).hasMessage("refused");
    assertThat(pool.count()).isZero();
    pool.release("refused");
    assertThat(calls).containsExactly("begin refused");
  }

  @Test
  void aDeadSessionIsReplacedOnceForAll() throws IOException {
    String dead = pool.acquire("a");
    pool.acquire("a");
    assertThat(pool.renew("a", dead)).isEqualTo("a2");
    assertThat(pool.renew("a", dead)).isEqualTo("a2");
    assertThat(pool.acquire("a")).isEqualTo("a2");
    assertThat(calls).containsExactly("begin a", "abandon a1", "begin a");
  }

  /** Ending one waits for what is in it, such as a read that no server answers. */
  @Test
  void aDeadSessionIsNotEndedWhereNoOtherCanBeBegun() throws IOException {
    String dead = pool.acquire("a");
    failing = true;
    assertThatThrownBy(() -> pool.renew("a", dead)).hasMessage("refused");
    pool.release("a");

    assertThat(calls).containsExactly("begin a", "abandon a1", "begin a");
    assertThat(pool.count()).isZero();
  }

  /** Neither while its session begins nor while it ends. */
  @Test
  void aClusterThatDoesNotAnswerHoldsUpNoOther() throws Exception {
    Thread user =
        new Thread(
            () -> {
              try {
                pool.acquire(SILENT);
                pool.release(SILENT);
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    user.start();
    waitFor("begin silent");
    assertThat(pool.acquire("b")).isEqualTo("b1");
    pool.release("b");

    answer.countDown();
    user.join();
    assertThat(calls).containsExactly("begin silent", "begin b", "end b1", "end silent2");
  }

  @Test
  void aSessionThatDoesNotEndHoldsUpNoOther() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    SessionPool<String, String> slow =
        new SessionPool<>(
            new SessionPool.Sessions<>() {
              @Override
              public String begin(String key) {
                return key;
              }

              @Override
              public void end(String session) {
                calls.add("end " + session);
                try {
                  held.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }

              @Override
              public void abandon(String session) {}
            });
    slow.acquire("a");
    slow.acquire("c");
    Thread user = new Thread(() -> slow.release("a"));
    user.start();
    waitFor("end a");
    assertThat(slow.acquire("a")).isEqualTo("a");
    slow.endAll(Duration.ofMillis(1));
    waitFor("end c");
    held.countDown();
    user.join();
  }

  @Test
  void atTheEndNoSessionIsBegunAnyMore() throws IOException {
    String session = pool.acquire("a");
    pool.acquire("b");
    pool.endAll(Duration.ofMinutes(1));

    assertThat(calls).contains("end a1", "end b2");
    assertThatThrownBy(() -> pool.acquire("a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this process is ending");
    assertThatThrownBy(() -> pool.renew("a", session)).hasMessageContaining("process is ending");
    pool.release("a");
    assertThat(calls).hasSize(4);
  }

  @ParameterizedTest
  @CsvSource({"exit, class, used", "return, class, used", "exit, name, used", "exit, name, idle"})
  void aHookThatRunsMayUseAndBeginSessions(String end, String hook, String session)
      throws Exception {
    List<String> command = JavaCommand.of(ExitMain.class).call(end, hook, session);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    List<String> lines = output.lines().toList();
    assertThat(lines).containsSubsequence("used a", "begun b", "used b");
    assertThat(lines.subList(lines.indexOf("used b") + 1, lines.size()))
        .containsExactlyInAnyOrder("ended a", "ended b");
  }
}
