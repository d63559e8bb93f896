// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import io.situ.testbed.host.EtcHosts;
import io.situ.testbed.host.Network;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedDirectories;
import io.situ.testbed.state.TestbedLock;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From nothing to a testbed and back, also from a testbed that is half made. */
final class Lifecycle {

  private final TestbedState state;

  Lifecycle(TestbedState state) {
    this.state = state;
  }

  /** Makes the testbed, or repairs the one that is there if it is the same. */
  Testbed up(TestbedOptions options) {
    require(options);
    TestbedLock lock = TestbedLock.acquire(state);
    try {
      Optional<Testbed> running = running();
      return running.isPresent() ? sameAs(running.get(), options) : make(options);
    } finally {
      lock.close();
    }
  }

  /** Makes a new testbed that no other process can make or remove until it is closed. */
  Testbed upAlone(TestbedOptions options) {
    require(options);
    TestbedLock lock = TestbedLock.acquire(state);
    try {
      return make(options).alone(lock);
    } catch (RuntimeException e) {
      down(lock);
      throw e;
    }
  }

  private Testbed make(TestbedOptions options) {
    remove();
    state.begin(options);
    Testbed testbed = new Testbed(state, options);
    testbed.create();
    state.markReady();
    return testbed;
  }

  private void require(TestbedOptions options) {
    List<String> obstacles = obstacles(options);
    if (!obstacles.isEmpty()) {
      throw new TestbedException(String.join("; ", obstacles));
    }
  }

  Testbed current() {
    return running()
        .orElseThrow(
            () -> new TestbedException("no testbed is up; make one with: bin/dev testbed up"));
  }

  List<String> obstacles(TestbedOptions options) {
    List<String> all = new ArrayList<>(new Requirements(options).missing());
    TestbedLock.holder(state).ifPresent(all::add);
    Network.owner()
        .filter(dir -> !dir.equals(state.dir()))
        .ifPresent(
            dir ->
                all.add(
                    "another testbed is up; end it with: SITU_TESTBED_DIR="
                        + dir
                        + " bin/dev testbed down"));
    return all;
  }

  /** Takes away what there is, finished or not; nothing is harmless. */
  void down() {
    down(TestbedLock.acquire(state));
  }

  void down(TestbedLock held) {
    try (held) {
      remove();
    }
  }

  /**
   * Takes away what a process left that has ended without doing so itself. Its process id and its
   * start time prove that it has ended.
   *
   * @return a sentence about the process that still has the testbed, which is then left as it is;
   *     empty if nothing is there any more
   */
  Optional<String> downIfAbandoned() {
    if (!state.exists() && !aside().exists() && !ownsNetwork()) {
      return Optional.empty();
    }
    Optional<String> holder = TestbedLock.holder(state);
    if (holder.isEmpty()) {
      down();
    }
    return holder;
  }

  /** A testbed that was finished and whose hosts were not all ended by a restart of the machine. */
  private Optional<Testbed> running() {
    return state
        .options()
        .filter(options -> state.ready())
        .map(options -> new Testbed(state, options))
        .filter(testbed -> ownsNetwork());
  }

  private boolean ownsNetwork() {
    return Network.owner().filter(state.dir()::equals).isPresent();
  }

  private static Testbed sameAs(Testbed running, TestbedOptions options) {
    if (!running.options().equals(options)) {
      throw new TestbedException(
          "a testbed with other options is up ("
              + running.options()
              + "); end it with: bin/dev testbed down");
    }
    running.repair();
    return running;
  }

  /**
   * The directory is moved aside between two rounds of ending processes: one that was being born
   * finds no place to record itself any more and gives up, or is found in the second round.
   */
  private void remove() {
    TestbedState aside = aside();
    try {
      removeAside(aside);
      if (state.exists()) {
        state.requireOwn();
        endProcesses(state);
        TestbedDirectories.unmountBelow(state.dir());
        Files.move(state.dir(), aside.dir(), StandardCopyOption.ATOMIC_MOVE);
        removeAside(aside);
      }
      // Another testbed's hosts stay known.
      if (Network.owner().isEmpty() || ownsNetwork()) {
        Network.delete(state);
        EtcHosts.ofMachine().remove();
      }
    } catch (IOException e) {
      throw new TestbedException("cannot remove " + state.dir() + ": " + e.getMessage(), e);
    }
  }

  private TestbedState aside() {
    return new TestbedState(state.dir().resolveSibling(state.dir().getFileName() + ".gone"));
  }

  private static void removeAside(TestbedState aside) throws IOException {
    if (aside.exists()) {
      aside.requireOwn();
      endProcesses(aside);
      TestbedDirectories.unmountBelow(aside.dir());
      TestbedDirectories.delete(aside.dir());
    }
  }

  private static void endProcesses(TestbedState state) throws IOException {
    if (!Files.exists(state.outer())) {
      return;
    }
    List<ProcessRecord> records = new ArrayList<>();
    try (var files = Files.newDirectoryStream(state.outer())) {
      files.forEach(file -> records.add(state.outer(file.getFileName().toString())));
    }
    List<ProcessHandle> ended = new ArrayList<>();
    for (ProcessRecord record : records) {
      Await.within(Duration.ofSeconds(2), () -> !record.unwritten());
      ended.addAll(record.end());
    }
    for (ProcessHandle process : ended) {
      Await.until("end process " + process.pid(), () -> ProcessRecord.isGone(process));
    }
  }
}
