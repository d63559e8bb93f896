// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLeaseTest {

  @TempDir private Path scratch;

  private OutputLease take(int job) throws IOException {
    org.apache.hadoop.fs.Path out = new org.apache.hadoop.fs.Path("situ:" + scratch + "/out");
    JobID id = new JobID("local", job);
    return OutputLease.acquire(id, Optional.of(out), new Configuration(false)).orElseThrow();
  }

  private Path out() {
    return scratch.resolve("out");
  }

  private static void deleteTree(Path top) throws IOException {
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private LeaseRecord found() throws IOException {
    return LeaseRecord.parse(Files.readString(out().resolve("_temporary/_situ_claim")))
        .orElseThrow();
  }

  @Test
  void aNewOutputAppearsWithItsClaimAndNothingElse() throws IOException {
    take(1);

    assertThat(scratch.toFile().list()).containsExactly("out");
    assertThat(out().toFile().list()).containsExactly("_temporary");
    assertThat(found().job()).isEqualTo("job_local_0001");
    assertThat(found().isMade()).isTrue();
    assertThat(found().isDead()).isFalse();
  }

  @Test
  void whatARunThatWasKilledWhileItClaimedHasLeftIsInNobodysWay() throws IOException {
    Path stage =
        Files.createDirectories(
            scratch.resolve(LeaseRecord.stagingName("out")).resolve("_temporary"));
    Files.writeString(stage.resolve("_situ_claim"), "job_lo");
    Files.createDirectories(scratch.resolve(LeaseRecord.trashName("out")).resolve("_temporary"));

    take(1);

    assertThat(scratch.toFile().list()).containsExactly("out");
  }

  @Test
  void theSecondJobLearnsWhichWasFirst() throws IOException {
    take(1);

    assertThatThrownBy(() -> take(2))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("another job is writing to '" + out() + "'")
        .hasMessageContaining("job_local_0001, process " + ProcessHandle.current().pid());
    assertThat(scratch.toFile().list()).containsExactly("out");
  }

  @Test
  void ofManyAtOnceOneWins() throws Exception {
    int many = 8;
    ExecutorService pool = Executors.newFixedThreadPool(many);
    try {
      for (int round = 0; round < 20; round++) {
        List<Future<Boolean>> wins = race(pool, many);
        int won = 0;
        for (Future<Boolean> win : wins) {
          won += win.get() ? 1 : 0;
        }
        assertThat(won).isEqualTo(1);
        assertThat(scratch.toFile().list()).containsExactly("out");
        deleteTree(out());
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Future<Boolean>> race(ExecutorService pool, int many) throws Exception {
    CyclicBarrier start = new CyclicBarrier(many);
    List<Callable<Boolean>> takers = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      int job = i;
      takers.add(
          () -> {
            start.await();
            try {
              take(job);
              return true;
            } catch (FileAlreadyExistsException e) {
              return false;
            }
          });
    }
    return pool.invokeAll(takers);
  }

  @Test
  void undoTakesAwayWhatTheJobMade() throws IOException {
    OutputLease claim = take(1);
    Files.createDirectories(out().resolve("_temporary/0/x"));
    Files.writeString(out().resolve("part-r-00000"), "");
    Files.createDirectory(out().resolve("more"));
    Files.writeString(out().resolve("more/words-r-00001.gz"), "");

    claim.undo();

    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void whereAUserPutSomethingUndoKeepsAllButUnfinishedWork() throws IOException {
    OutputLease claim = take(1);
    Files.writeString(out().resolve("part-r-00000"), "");
    Files.writeString(out().resolve("notes"), "mine");

    claim.undo();

    assertThat(out().toFile().list()).containsExactlyInAnyOrder("notes", "part-r-00000");
  }

  @Test
  void undoKeepsWhatWasThereBefore() throws IOException {
    Files.createDirectory(out());
    Files.writeString(out().resolve("part-r-00000"), "of an earlier job");
    OutputLease claim = take(1);
    assertThat(found().isMade()).isFalse();

    claim.undo();

    assertThat(out().toFile().list()).containsExactly("part-r-00000");
    Files.delete(out().resolve("part-r-00000"));
    take(2).undo();
    assertThat(out()).isEmptyDirectory();
  }

  @Test
  void aDirectoryMadeForPartitionsBeforeTheJobIsTheJobs() throws IOException {
    Files.createDirectory(out());
    Files.writeString(out().resolve("_partition.lst"), "");

    take(1).undo();

    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void whatIsHeldStaysClaimedAfterAnAbort() throws IOException {
    OutputLease claim = take(1);
    deleteTree(out().resolve("_temporary"));

    claim.hold();
    claim.hold();

    assertThat(found().job()).isEqualTo("job_local_0001");
  }

  @Test
  void undoKeepsTheFinishedOutputOfALaterJob() throws IOException {
    OutputLease lease = take(1);
    deleteTree(out());
    take(2);
    deleteTree(out().resolve("_temporary"));
    Files.writeString(out().resolve("part-r-00000"), "second");
    Files.createFile(out().resolve("_SUCCESS"));

    lease.undo();
    lease.hold();
    lease.release();

    assertThat(out().toFile().list()).containsExactlyInAnyOrder("_SUCCESS", "part-r-00000");
    assertThat(out().resolve("part-r-00000")).hasContent("second");
  }

  @Test
  void undoKeepsTheRunningOutputOfALaterJob() throws IOException {
    OutputLease lease = take(1);
    deleteTree(out());
    take(2);
    Path work = Files.createDirectories(out().resolve("_temporary/0/attempt"));
    Files.writeString(out().resolve("part-r-00000"), "second");

    lease.undo();
    lease.hold();
    lease.release();

    assertThat(found().job()).isEqualTo("job_local_0002");
    assertThat(work).isDirectory();
    assertThat(out().resolve("part-r-00000")).hasContent("second");
  }

  @Test
  void aWholeResultStaysWhateverItsLeaseSays() throws IOException {
    OutputLease lease = take(1);
    Files.writeString(out().resolve("part-r-00000"), "whole");
    Files.createFile(out().resolve("_SUCCESS"));

    lease.undo();

    assertThat(out().toFile().list()).containsExactlyInAnyOrder("_SUCCESS", "part-r-00000");
  }

  @Test
  void anUnfinishedOutputIsKeptOnceItsDirectoryIsNotTheOneThatWasMade() throws IOException {
    OutputLease lease = take(1);
    Files.move(out(), scratch.resolve("saved"));
    Files.createDirectory(out());
    Files.writeString(out().resolve("part-r-00000"), "a user's copy");

    lease.undo();

    assertThat(out().resolve("part-r-00000")).hasContent("a user's copy");
    assertThat(scratch.resolve("saved/_temporary/_situ_claim")).exists();
  }
}
