// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.testbed.process.Await;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program leaves of its testbed when it is ended before it has taken that away. */
class AbandonedTestbedTest {

  private static final Path OWN_STAT = Path.of("/proc/self/stat");

  @TempDir Path folder;

  private TestbedState state;
  private Process daemon;

  @BeforeEach
  void leaveADirectoryAndADaemon() throws IOException {
    state = new TestbedState(folder.resolve("bed-program"));
    Files.createDirectories(state.outer());
    Files.writeString(state.dir().resolve("data"), "of a store");
    ProcessRecord record = state.outer("node1");
    daemon =
        new ProcessBuilder(ProcessRecord.recording(record.file(), List.of("sleep", "600"))).start();
    Await.until("write the record", record::alive);
  }

  @AfterEach
  void endTheDaemon() throws InterruptedException {
    daemon.destroyForcibly().waitFor();
  }

  @Test
  void ofAProcessThatHasEndedIsTakenAway() throws Exception {
    lock(statOfAnEndedProcess());

    assertThat(new Lifecycle(state).downIfAbandoned()).isEmpty();
    assertAllGone();
  }

  @Test
  void ofAProcessWhoseIdALaterOneHasIsTakenAway() throws Exception {
    String[] fields = Files.readString(OWN_STAT).split(" ");
    fields[21] = Long.toString(Long.parseLong(fields[21]) - 1);
    lock(String.join(" ", fields));

    assertThat(new Lifecycle(state).downIfAbandoned()).isEmpty();
    assertAllGone();
  }

  @Test
  void ofAProcessThatWasStoppedHalfWayOfTakingItAwayIsTakenAway() throws Exception {
    lock(statOfAnEndedProcess());
    Files.move(state.dir(), folder.resolve("bed-program.gone"));

    assertThat(new Lifecycle(state).downIfAbandoned()).isEmpty();
    assertAllGone();
  }

  @Test
  void ofAProcessThatRunsIsLeftAsItIs() throws Exception {
    lock(Files.readString(OWN_STAT));

    assertThat(new Lifecycle(state).downIfAbandoned())
        .hasValueSatisfying(
            holder ->
                assertThat(holder)
                    .contains(state.dir().toString(), "process " + ProcessHandle.current().pid()));
    assertThat(state.dir().resolve("data")).hasContent("of a store");
    assertThat(daemon.isAlive()).isTrue();
  }

  /** Its records could name any process. */
  @Test
  void whereOthersMayWriteNothingIsEndedAndNothingTakenAway() throws Exception {
    lock(statOfAnEndedProcess());
    Files.setPosixFilePermissions(state.dir(), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> new Lifecycle(state).downIfAbandoned())
        .isInstanceOf(TestbedException.class)
        .hasMessageContaining("other users may write there (rwxrwxrwx)");
    assertThat(state.dir().resolve("data")).hasContent("of a store");
    assertThat(daemon.isAlive()).isTrue();
  }

  private void lock(String stat) throws IOException {
    Files.writeString(folder.resolve("bed-program.lock"), stat);
  }

  private static String statOfAnEndedProcess() throws Exception {
    Process process = new ProcessBuilder("cat", OWN_STAT.toString()).start();
    String stat = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return stat;
  }

  private void assertAllGone() throws Exception {
    assertThat(daemon.waitFor()).isNotZero();
    assertThat(folder).isEmptyDirectory();
  }
}
