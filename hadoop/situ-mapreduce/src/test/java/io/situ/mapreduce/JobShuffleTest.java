// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.mapreduce.lease.LeaseRecord;
import io.situ.mapreduce.yarn.Framework;
import io.situ.storage.testkit.lab.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a job's client makes and removes for map output, also of other jobs. */
class JobShuffleTest {

  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final int MACHINE = 5;
  private static final int STARTED = 6;

  @TempDir private Path scratch;

  private final JobID begins = new JobID("1700000000000", 9);
  private final JobID left = new JobID("1700000000000", 8);

  private static LeaseRecord with(LeaseRecord claim, int line, String text) {
    String[] lines = claim.text().split("\n");
    lines[line] = text;
    return LeaseRecord.parse(String.join("\n", lines) + "\n").orElseThrow();
  }

  private Optional<JobShuffle> prepare(Path place, String name) throws IOException {
    return prepare(place, name, new Configuration());
  }

  private Optional<JobShuffle> prepare(Path place, String name, Configuration conf)
      throws IOException {
    conf.set("situ.mapreduce.shuffle.job.dir", place.resolve(name).toString());
    return JobShuffle.prepare(begins, conf, Framework.LOCAL);
  }

  /** As where a store is not mounted on this host. */
  @Test
  void aLinkThatLeadsNowhereStays() throws IOException {
    Path link = scratch.resolve("out");
    Files.createSymbolicLink(link, scratch.resolve("not mounted/results"));

    assertThatThrownBy(() -> prepare(link.resolve("run1/_temporary"), "situ-shuffle-job"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(link.toString())
        .hasMessageContaining("is the store mounted on that host?");
    assertThat(link).isSymbolicLink();
  }

  @Test
  void whatWasMadeGoesAfterAFailureAndWhatWasThereStays() throws IOException {
    Path out = Files.createDirectory(scratch.resolve("out"));

    assertThatThrownBy(() -> prepare(out.resolve("run1/_temporary"), "x".repeat(300)))
        .isInstanceOf(IOException.class);
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void aJobThatNeverBeganLeavesWhatOthersPutInPlaceOfItsDirectories() throws IOException {
    Path pending = scratch.resolve("out/run1/_temporary");
    JobShuffle made = prepare(pending, "situ-shuffle-job").orElseThrow();
    Files.move(pending, scratch.resolve("moved"));
    Files.createSymbolicLink(pending, scratch.resolve("elsewhere"));

    made.undo();
    assertThat(pending).isSymbolicLink();
  }

  @Test
  void aJobThatNeverBeganLeavesNothing() throws IOException {
    Path out = Files.createDirectory(scratch.resolve("out"));

    prepare(out.resolve("run1/_temporary"), "situ-shuffle-job").orElseThrow().undo();
    assertThat(out).isEmptyDirectory();
  }

  @Test
  void whatIsMadeHasThePermissionsThatTheConfigurationSays() throws IOException {
    Configuration conf = new Configuration();
    conf.set("fs.permissions.umask-mode", "027");
    Path pending = scratch.resolve("out/_temporary");

    assertThat(prepare(pending, "situ-shuffle-job", conf)).isPresent();
    assertThat(List.of(pending, pending.getParent()))
        .allSatisfy(
            made ->
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                    .isEqualTo("rwxr-x---"));
  }

  /** Its next try would find an output that is there already. */
  @Test
  void aJobThatNeverBeganLeavesNothingWhereItsUserCannotList() throws Exception {
    Path box = Files.createDirectory(scratch.resolve("box"));
    Files.setPosixFilePermissions(box, PosixFilePermissions.fromString("-wx-wx-wx"));
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      // Without these, root is refused what the permissions refuse to the owner.
      command.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--"));
    }
    command.addAll(JavaCommand.of(Undoes.class).call(box.resolve("out/_temporary")));

    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).isZero();
    Files.setPosixFilePermissions(box, PosixFilePermissions.fromString("rwx------"));
    assertThat(box).isEmptyDirectory();
  }

  /** A job that never begins. */
  static final class Undoes {

    private Undoes() {}

    public static void main(String[] args) throws IOException {
      Path place = Path.of(args[0]);
      if (Files.isReadable(place.getParent().getParent())) {
        throw new IOException(place.getParent().getParent() + " can be listed");
      }
      JobShuffle made = new JobShuffleTest().prepare(place, "situ-shuffle-job").orElseThrow();
      if (!Files.isDirectory(place)) {
        throw new IOException(place + " is not there");
      }
      made.undo();
    }
  }

  private LeaseRecord claim() throws IOException {
    return LeaseRecord.of(left, true);
  }

  /** Such a job has its identifier, and may be about to be submitted. */
  @Test
  void aJobThatHasJustBegunIsNotOver() throws IOException {
    LeaseRecord elsewhere = with(claim(), MACHINE, "another machine");

    assertThat(JobShuffle.isForgotten(elsewhere, begins, MOMENT)).isFalse();
    assertThat(JobShuffle.isForgotten(elsewhere, begins, MOMENT.negated())).isFalse();
    assertThat(JobShuffle.isForgotten(elsewhere, begins, DAY)).isTrue();
  }

  @Test
  void aJobWhoseProcessRunsHereIsNotOver() throws IOException {
    assertThat(JobShuffle.isForgotten(claim(), begins, DAY)).isFalse();
    assertThat(JobShuffle.isForgotten(with(claim(), STARTED, "1"), begins, DAY)).isTrue();
  }

  @Test
  void whatAnotherResourceManagerHadIsNotKnown() throws IOException {
    LeaseRecord gone = with(claim(), STARTED, "1");

    assertThat(JobShuffle.isForgotten(gone, new JobID("1700000000001", 9), DAY)).isFalse();
  }
}
