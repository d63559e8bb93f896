// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.situ.storage.local.LockedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks that others do not see are those of a network file system that keeps them on one host. */
class RunProcessTest {

  @TempDir private Path run;

  /** A run of this process, whose lock is not seen. */
  private RunProcess withoutSeenLock(boolean local) throws IOException {
    RunProcess process = new RunProcess(run, local);
    process.begin().close();
    return process;
  }

  private void replaceInIdentity(String what, String by) throws IOException {
    Path file = run.resolve("process.json");
    String before = Files.readString(file);
    assertThat(before).containsPattern(what);
    Files.writeString(file, before.replaceFirst(what, by));
  }

  @Test
  void aRunIsNotOverWhileItsLockIsHeld() throws Exception {
    RunProcess process = new RunProcess(run, true);
    try (LockedFile held = process.begin()) {
      assertThat(held.isHeld()).isTrue();
      assertThat(process.isOver()).isFalse();
      assertThat(process.doubt()).isEmpty();
    }
    assertThat(process.isOver()).isTrue();
  }

  @Test
  void aLockThatIsNotSeenProvesNothingOnANetworkFileSystem() throws Exception {
    assertThat(withoutSeenLock(false).isOver()).isFalse();
  }

  @Test
  void aProcessOfAnotherHostIsNeverCertainlyOverOnANetworkFileSystem() throws Exception {
    RunProcess process = withoutSeenLock(false);
    replaceInIdentity("\"machine\":\"[^\"]*\"", "\"machine\":\"another\"");
    replaceInIdentity("\"host\":\"[^\"]*\"", "\"host\":\"node7\"");

    assertThat(process.isOver()).isFalse();
    assertThat(process.doubt())
        .contains(
            "whether process "
                + ProcessHandle.current().pid()
                + " on node7 is over cannot be seen from this host");
  }

  @Test
  void aProcessOfThisHostThatIsGoneIsOver() throws Exception {
    RunProcess process = withoutSeenLock(false);
    replaceInIdentity("\"started\":\"[^\"]*\"", "\"started\":\"1\"");

    assertThat(process.isOver()).isTrue();
    assertThat(process.doubt()).isEmpty();
  }

  @Test
  void whereNoProcessIsNotedOnlyLocksOfALocalFileSystemCount() throws Exception {
    for (String content : new String[] {null, "{", "{}"}) {
      if (content != null) {
        Files.writeString(run.resolve("process.json"), content);
      }
      assertThat(new RunProcess(run, true).isOver()).isTrue();
      assertThat(new RunProcess(run, false).isOver()).isFalse();
      assertThat(new RunProcess(run, false).doubt()).isPresent();
    }
  }

  /** Its files on a local disk are then of an earlier start of the same host. */
  @Test
  void whatAProcessLeftOnALocalFileSystemBeforeTheHostWasStartedIsOfADeadOne() throws Exception {
    assumeThat(RunProcess.of(run).local()).as("a local file system at " + run).isTrue();
    Path made = Files.createDirectory(run.resolve("made"));
    RunProcess process = withoutSeenLock(false);
    assertThat(process.endedBeforeBoot(made)).isFalse();

    replaceInIdentity("\"machine\":\"[^ \"]* ", "\"machine\":\"another ");

    assertThat(process.isOver()).isFalse();
    assertThat(process.endedBeforeBoot(made)).isTrue();
    assertThat(process.endedBeforeBoot(run.resolve("missing"))).isFalse();
    assertThat(process.endedBeforeBoot(Path.of("/proc/self"))).isFalse();
  }

  @Test
  void aContainerOfThisHostIsNoEarlierStartOfIt() throws Exception {
    RunProcess process = withoutSeenLock(false);
    replaceInIdentity("pid:\\[\\d+\\]", "pid:[1]");

    assertThat(process.isOver()).isFalse();
    assertThat(process.endedBeforeBoot(run)).isFalse();
  }

  @Test
  void directoriesOfProcAreOnNoLocalFileSystem() {
    assertThat(RunProcess.of(Path.of("/proc/self")).local()).isFalse();
  }
}
