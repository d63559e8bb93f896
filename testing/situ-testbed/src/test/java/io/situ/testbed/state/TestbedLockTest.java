// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedLockTest {

  private static final int COMMANDS = 4;
  private static final int ROUNDS = 200;

  @TempDir private Path folder;
  private TestbedState state;

  @BeforeEach
  void nameATestbed() {
    state = new TestbedState(folder.resolve("bed"));
  }

  @Test
  void aSecondCommandIsRefusedUntilTheFirstGivesTheLockBack() throws IOException {
    TestbedLock lock = TestbedLock.acquire(state);
    assertThatThrownBy(() -> TestbedLock.acquire(state))
        .isInstanceOf(TestbedException.class)
        .hasMessage(
            "another command is at work on %s (process %d); wait for it or end it",
            state.dir(), ProcessHandle.current().pid());
    assertThat(TestbedLock.holder(state)).isPresent();

    lock.close();
    assertThat(folder).isEmptyDirectory();
    try (TestbedLock next = TestbedLock.acquire(state)) {
      lock.close();
      assertThat(TestbedLock.holder(state)).isPresent();
      assertThatThrownBy(() -> TestbedLock.acquire(state)).isInstanceOf(TestbedException.class);
    }
    assertThat(folder).isEmptyDirectory();
  }

  /** As another user puts it where all may write, in the moment after the file was looked for. */
  @Test
  void aLinkInPlaceOfTheFileIsRefusedAndNotFollowed() throws IOException {
    Path target = folder.resolve("target");
    Path link = Files.createSymbolicLink(folder.resolve("bed.locked"), target);
    assertThatThrownBy(() -> TestbedLock.create(link))
        .isInstanceOf(TestbedException.class)
        .hasMessageContaining(link.toString());
    assertThatThrownBy(() -> TestbedLock.acquire(state)).isInstanceOf(TestbedException.class);
    assertThat(target).doesNotExist();
  }

  @Test
  void aFileThatAnotherCommandMakesIsTaken() throws IOException {
    TestbedLock.create(folder.resolve("bed.locked"));
    TestbedLock.create(folder.resolve("bed.locked"));
    TestbedLock.acquire(state).close();
    assertThat(folder).isEmptyDirectory();
  }

  /** What a killed process leaves. */
  private void leaveFiles() throws IOException {
    Files.writeString(folder.resolve("bed.locked"), "");
    String self = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = self.split(" ");
    fields[21] = Long.toString(Long.parseLong(fields[21]) - 1);
    Files.writeString(folder.resolve("bed.lock"), String.join(" ", fields));
  }

  @Test
  void ofCommandsThatFindTheLockOfAKilledOneNoTwoGetItAtATime() throws Exception {
    AtomicInteger holders = new AtomicInteger();
    CyclicBarrier together = new CyclicBarrier(COMMANDS);
    Callable<Integer> command =
        () -> {
          together.await();
          try (TestbedLock lock = TestbedLock.acquire(state)) {
            int all = holders.incrementAndGet();
            Thread.sleep(1);
            holders.decrementAndGet();
            return all;
          } catch (TestbedException e) {
            assertThat(e).hasMessageContaining("another command is at work");
            return 0;
          }
        };
    ExecutorService threads = Executors.newFixedThreadPool(COMMANDS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        leaveFiles();
        List<Integer> seen = new ArrayList<>();
        for (Future<Integer> one : threads.invokeAll(List.of(command, command, command, command))) {
          seen.add(one.get());
        }
        assertThat(seen).as("round " + round).contains(1).doesNotContain(2, 3, 4);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(folder).isEmptyDirectory();
  }
}
