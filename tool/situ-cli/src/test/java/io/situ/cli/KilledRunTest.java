// SPDX-License-Identifier: Apache-2.0
package io.situ.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.console.ExitCode;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that end before their time, and what the next run finds. */
@Tag("end-to-end")
class KilledRunTest extends ToolRunFixture {

  private static final int ROUNDS = Integer.getInteger("situ.test.rounds", 1);

  private static final String WORDS = "in\t1\nplace\t1\n";

  /** A whole result, and nothing that is not part of it. */
  private void assertCounted(Tool.Result result) throws IOException {
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(out.toFile().list()).containsExactlyInAnyOrder("_SUCCESS", "part-r-00000");
    assertThat(out.resolve("part-r-00000")).hasContent(WORDS);
    assertNothingElse("in", "out");
  }

  private void assertNothingElse(String... names) {
    assertThat(in.getParent().toFile().list()).containsExactlyInAnyOrder(names);
    assertThat(in.resolve("a")).hasContent("in place");
    assertThat(temporary).isEmptyDirectory();
  }

  /** What a job that writes for long has begun. */
  private Tool.Running startAndAwaitOutput() throws Exception {
    Tool.Running running = situ.start(job("teragen", 100_000_000, out));
    while (running.process().isAlive() && !Files.exists(out)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    return running;
  }

  @Test
  void ctrlCTakesTheOutputAway() throws Exception {
    Tool.Running running = startAndAwaitOutput();
    new ProcessBuilder("kill", "-INT", "" + running.process().pid()).start().waitFor();
    Tool.Result result = running.result();

    assertThat(result.err())
        .isEqualTo(
            "situ: stopped; the job was killed; its output at situ:" + out + " was taken away\n");
    assertThat(result.code()).isEqualTo(ExitCode.INTERRUPTED.code());
    assertNothingElse("in");
  }

  /** No ResourceManager is configured, so none answers. */
  @Test
  void ctrlCDoesNotSayOfAJobThatYarnMayRunThatItWasKilled() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), Waits.class);
    Tool.Running running = situ.start(job("--jar", jar, Waits.class.getName(), out));
    while (running.process().isAlive() && !Files.exists(out)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    new ProcessBuilder("kill", "-INT", "" + running.process().pid()).start().waitFor();

    assertThat(running.result().err())
        .isEqualTo(
            "situ: stopped, but YARN does not say whether job_1500000000000_0007 still runs: its"
                + " configuration names no ResourceManager; its output stays\n");
    assertThat(out).exists();
  }

  /** A client of YARN that is killed before it has seen the end of its job. */
  public static final class Waits {

    private Waits() {}

    public static void main(String[] args) throws Exception {
      Files.writeString(
          Path.of(System.getProperty("situ.launch"), "jobs/job_1500000000000_0007.json"),
          "{\"id\": \"job_1500000000000_0007\", \"framework\": \"yarn\", \"state\": \"RUNNING\"}");
      Files.createDirectory(Path.of(args[0]));
      TimeUnit.HOURS.sleep(1);
    }
  }

  @Tag("long")
  @Test
  void ctrlCCleansUpWhereARecordOfAJobCannotBeRead() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), LeavesHalfARecord.class);
    Tool.Running running = situ.start(job("--jar", jar, LeavesHalfARecord.class.getName(), out));
    while (running.process().isAlive() && !Files.exists(out)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
    new ProcessBuilder("kill", "-INT", "" + running.process().pid()).start().waitFor();

    assertThat(running.result().err())
        .contains("situ: stopped, but whether a job of it still runs is not known: '")
        .contains("job_1.json' is damaged: ");
    assertThat(out).exists();
    assertThat(temporary).isEmptyDirectory();
  }

  /** A program on whose host the disk was full. */
  public static final class LeavesHalfARecord {

    private LeavesHalfARecord() {}

    public static void main(String[] args) throws Exception {
      Files.writeString(Path.of(System.getProperty("situ.launch"), "jobs/job_1.json"), "{");
      Files.createDirectory(Path.of(args[0]));
      TimeUnit.HOURS.sleep(1);
    }
  }

  @Test
  void aJobProcessThatIsKilledIsReportedAndCleanedUpAfter() throws Exception {
    Tool.Running running = startAndAwaitOutput();
    running.process().descendants().forEach(ProcessHandle::destroyForcibly);
    Tool.Result result = running.result();

    assertThat(result.err()).startsWith("situ: the job's process was killed by signal 9");
    assertThat(result.err().strip()).doesNotContain("\n");
    assertThat(result.code()).isEqualTo(ExitCode.FAILED.code());
    assertNothingElse("in");
  }

  @Test
  void aToolThatIsKilledTakesItsJobWithItAndTheNextRunCleansUp() throws Exception {
    Tool.Running running = startAndAwaitOutput();
    List<ProcessHandle> jobs = running.process().descendants().toList();
    running.process().destroyForcibly().waitFor();
    for (ProcessHandle job : jobs) {
      job.onExit().get();
    }

    assertCounted(situ.run(job("wordcount", in, out)));
  }

  private enum Moment {
    CLAIM,
    WRITE,
    RENAME,
    COMMIT;

    boolean isReached(Path out) {
      return switch (this) {
        case CLAIM -> Files.exists(out);
        case WRITE -> holdsTaskOutput(out.resolve("_temporary"));
        case RENAME -> Files.exists(out.resolve("part-r-00000"));
        case COMMIT -> Files.exists(out.resolve("_SUCCESS"));
      };
    }

    private static boolean holdsTaskOutput(Path pending) {
      try (Stream<Path> files = Files.walk(pending)) {
        return files.anyMatch(file -> file.getFileName().toString().startsWith("part-r-"));
      } catch (IOException | UncheckedIOException e) {
        return false;
      }
    }
  }

  /** May end with a whole result, which is kept, or with a next run that succeeds. */
  @ParameterizedTest
  @EnumSource(names = "RENAME")
  void killedInTheMiddleOfItsCommitARunCanBeRunAgain(Moment moment) throws Exception {
    assertCanBeRunAgain(moment);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "RENAME")
  void killedInTheMiddleOfAnythingARunCanBeRunAgain(Moment moment) throws Exception {
    assertCanBeRunAgain(moment);
  }

  private void assertCanBeRunAgain(Moment moment) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Tool.Running running = situ.start(job("wordcount", in, out));
      while (running.process().isAlive() && !moment.isReached(out)) {
        TimeUnit.MILLISECONDS.sleep(1);
      }
      running.process().descendants().forEach(ProcessHandle::destroyForcibly);
      running.process().destroyForcibly().waitFor();

      boolean whole = Files.exists(out.resolve("_SUCCESS"));
      Tool.Result again = situ.run(job("wordcount", in, out));
      if (whole) {
        assertThat(again.code()).isEqualTo(ExitCode.BAD_INPUT.code());
        assertThat(out.resolve("part-r-00000")).hasContent(WORDS);
        OpenDirectory.deleteTree(out);
      } else {
        assertCounted(again);
        OpenDirectory.deleteTree(out);
      }
    }
  }

  private enum Way {
    DEAD,
    DEAD_AND_WHOLE,
    DEAD_WITH_NOTES,
    ALIVE,
    OF_ANOTHER_HOST,
    TORN
  }

  private void leave(Way way) throws Exception {
    leave(way, "job_local7_0001");
  }

  private void leave(Way way, String job) throws Exception {
    Files.createDirectories(out.resolve("_temporary/0"));
    Files.writeString(out.resolve("part-r-00000"), "half");
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    long pid = way == Way.ALIVE ? ProcessHandle.current().pid() : gone.pid();
    String machine =
        Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
            + " "
            + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String started = stat.substring(stat.lastIndexOf(')')).split(" ")[20];
    String claim =
        String.join(
            "\n",
            job,
            "made",
            System.getProperty("user.name"),
            "somewhere",
            "" + pid,
            way == Way.OF_ANOTHER_HOST ? "another" : machine,
            started,
            "id",
            "");
    Files.setAttribute(out, "user:situ.lease", "id".getBytes(StandardCharsets.UTF_8));
    Files.createDirectory(
        out.resolve("_temporary/_situ_claim-id"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(
        out.resolve("_temporary/_situ_claim"), way == Way.TORN ? claim.substring(0, 20) : claim);
    if (way == Way.DEAD_AND_WHOLE) {
      Files.createFile(out.resolve("_SUCCESS"));
    } else if (way == Way.DEAD_WITH_NOTES) {
      Files.writeString(out.resolve("notes"), "mine");
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyWhatIsCertainlyOfADeadRunIsTakenAway(Way way) throws Exception {
    leave(way);

    Object[] next = job("wordcount", in, out);
    // What is refused is refused before there is a run.
    boolean refused = way != Way.DEAD && way != Way.ALIVE;
    Tool.Result result = refused ? new InProcessTool().run(next) : situ.run(next);

    if (way == Way.DEAD) {
      assertCounted(result);
      return;
    }
    assertThat(result.code()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(result.err()).startsWith("situ: '" + out + "' is there already");
    assertThat(out.resolve("part-r-00000")).hasContent("half");
    assertNothingElse("in", "out");
    if (way == Way.DEAD_WITH_NOTES) {
      assertThat(out.resolve("notes")).hasContent("mine");
    } else if (way == Way.ALIVE || way == Way.OF_ANOTHER_HOST) {
      assertThat(result.err()).contains("claimed by job_local7_0001, process ");
    } else if (way == Way.DEAD_AND_WHOLE) {
      assertThat(out.resolve("_temporary/_situ_claim")).doesNotExist();
    }
  }

  /** It was never handed over, or YARN has said that it is over. */
  @Test
  void whatAJobOnYarnThatFailedCouldNotTakeAwayGoesAtTheEndOfItsRun() throws Exception {
    leave(Way.DEAD, "job_1500000000000_0007");

    Tool.Result result = runToFailure();

    assertThat(result.err().strip()).startsWith("situ: ").doesNotContain("\n");
    assertThat(out).doesNotExist();
  }

  @Test
  void whatIsNotProvenToBeOfAJobThatFailedIsNamed() throws Exception {
    leave(Way.DEAD, "job_1500000000000_0007");
    Files.setPosixFilePermissions(
        out.resolve("_temporary"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(runToFailure().err())
        .contains(
            "situ: warning: clean-up: the output 'situ:"
                + out
                + "' of a job that did not succeed stays: it is not proven that all of it is that"
                + " job's; delete it if nothing else uses it\n");
    assertThat(out.resolve("part-r-00000")).hasContent("half");
  }

  private Tool.Result runToFailure() throws Exception {
    Path jar = Tool.jar(scratch.resolve("job.jar"), Fails.class);
    Tool.Result result = situ.run(job("--jar", jar, Fails.class.getName(), out));
    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.FAILED.code());
    return result;
  }

  /** A client of YARN whose job has failed. */
  public static final class Fails {

    private Fails() {}

    public static void main(String[] args) throws Exception {
      Files.writeString(
          Path.of(System.getProperty("situ.launch"), "jobs/job_1500000000000_0007.json"),
          "{\"id\": \"job_1500000000000_0007\", \"framework\": \"yarn\", \"state\": \"FAILED\","
              + " \"output\": \"situ:"
              + args[0]
              + "\"}");
      throw new IllegalStateException("the job has failed");
    }
  }

  @Test
  void temporaryFilesOfDeadRunsGoWithTheNextRunAndWhatOthersCouldHaveMadeStays() throws Exception {
    Path own = leaveTemporary("20200101-000000-000-1", "rwx------");
    Path open = leaveTemporary("20200101-000000-001-1", "rwxrwxrwx");

    Path jar = Tool.jar(scratch.resolve("job.jar"), DoesNothing.class);
    Tool.Result next = situ.run(job("--jar", jar, DoesNothing.class.getName()));

    assertThat(next.err()).isEmpty();
    assertThat(next.code()).isZero();
    assertThat(own).doesNotExist();
    assertThat(temporary).isDirectoryContaining(open::equals);
    assertThat(temporary.toFile().list()).hasSize(1);
  }

  private Path leaveTemporary(String name, String permissions) throws IOException {
    Path run = Files.createDirectories(scratch.resolve("state/runs").resolve(name));
    Path left = Files.createDirectories(temporary.resolve("situ-run-" + name));
    Files.writeString(Files.createDirectory(left.resolve("local")).resolve("spill"), "x");
    Files.setPosixFilePermissions(left, PosixFilePermissions.fromString(permissions));
    Files.writeString(run.resolve("temporary"), left.toString());
    return left;
  }

  @Test
  void aStateDirectoryThatOthersMayWriteIsRefused() throws Exception {
    Path state = Files.createDirectories(scratch.resolve("state"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwxrwx"));

    Tool.Result result = situ.run(job("wordcount", in, out));

    assertThat(result.code()).isNotZero();
    assertThat(result.err())
        .contains("'" + state + "' cannot be used: other users may write there (rwxrwxrwx)");
    assertThat(result.err().strip()).doesNotContain("\n");
    assertThat(out).doesNotExist();
  }
}
