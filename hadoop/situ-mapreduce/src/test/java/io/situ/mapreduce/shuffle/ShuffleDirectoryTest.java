// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is there before a task makes its directory in an output's pending one. */
class ShuffleDirectoryTest {

  private static final TaskAttemptID MAP = TaskAttemptID.forName("attempt_1_0001_m_000000_0");

  @TempDir private Path scratch;
  private Path pending;
  private Path job;
  private ShuffleDirectory directory;

  @BeforeEach
  void makePending() throws IOException {
    pending = Files.createDirectory(scratch.resolve("_temporary"));
    job = pending.resolve("situ-shuffle-job_1_0001");
    directory = ShuffleDirectory.at(job);
  }

  @Test
  void nothingIsMadeWhereAnotherJobHasTheOutput() throws IOException {
    Files.writeString(pending.resolve("_situ_claim"), "job_1_0002\nmade\n");

    assertThatThrownBy(() -> directory.makeAttempt(MAP))
        .hasMessage("map output cannot go to '" + job + "': job job_1_0002 has the output now");
    assertThat(job).doesNotExist();
  }

  @Test
  void theJobsOwnIsMadeAgain() throws IOException {
    Files.writeString(pending.resolve("_situ_claim"), "job_1_0001\nmade\n");

    assertThat(directory.makeAttempt(MAP)).isDirectory();
    assertThat(directory.makeAttempt(MAP)).isDirectory();
  }

  @Test
  void aPlantedDirectoryIsRefused() throws IOException {
    Files.createDirectory(job);
    Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> directory.makeAttempt(MAP))
        .hasMessageStartingWith("map output cannot go to '" + job + "': it belongs to user ")
        .hasMessageContaining(" with the permissions rwxrwxrwx");
    assertThat(job).isEmptyDirectory();
  }

  @Test
  void aPlantedLinkIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(scratch.resolve("elsewhere"));
    Files.createSymbolicLink(job, elsewhere);

    assertThatThrownBy(() -> directory.makeAttempt(MAP))
        .hasMessage("map output cannot go to '" + job + "': it is no directory");
    assertThat(elsewhere).isEmptyDirectory();
  }
}
