// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExternalCommandTest {

  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path scratch;

  private static ExternalCommand shell(String script, Duration timeout) {
    return ExternalCommand.of(List.of("sh", "-c", script), timeout);
  }

  private static String text(CommandResult result) throws IOException {
    return new String(result.require(), StandardCharsets.UTF_8);
  }

  @Test
  void outputIsReturned() throws Exception {
    assertThat(text(shell("echo out; echo err >&2", LONG).run())).isEqualTo("out\n");
    assertThat(text(shell("cat", LONG).run())).isEmpty();
    assertThat(text(shell("cat", LONG).withInput("in".getBytes(StandardCharsets.UTF_8)).run()))
        .isEqualTo("in");
  }

  @Test
  void aFailureHasExitCodeAndFirstLineOfStandardError() throws Exception {
    CommandResult failed =
        shell("echo part; echo; echo why >&2; echo more >&2; exit 3", LONG).run();

    assertThat(failed.exitCode()).isEqualTo(3);
    assertThat(failed.output()).startsWith("part\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(failed::require).hasMessage("'sh' ended with exit code 3: why");
    assertThatThrownBy(() -> shell("exit 4", LONG).run().require())
        .hasMessage("'sh' ended with exit code 4 and wrote no reason");
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> ExternalCommand.of(List.of("/no/such/program"), LONG).run())
        .hasMessage("'/no/such/program' cannot be started: No such file or directory");
  }

  @Test
  void aProgramThatHangsIsKilledWithWhatItStarted() throws Exception {
    Path pids = scratch.resolve("pids");
    String script = "echo waiting >&2; sleep 1000 & echo $$ $! > " + pids + "; wait";

    assertThatThrownBy(() -> shell(script, Duration.ofSeconds(1)).run())
        .hasMessage("'sh' did not answer within 1 s: waiting");
    for (String pid : Files.readString(pids).strip().split(" ")) {
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(handle -> handle.onExit().join());
    }
  }

  /** As one that waits in the kernel for a file system whose server is away. */
  @Test
  void aProgramThatCannotBeKilledIsNotWaitedForForEver() {
    Process stuck = new StuckProcess();

    RunningCommand running = new RunningCommand("'stuck'", stuck, Duration.ofMillis(1), line -> {});

    assertThatThrownBy(running::await).hasMessageStartingWith("'stuck' did not answer within 0 s");
    assertThat(stuck.isAlive()).isTrue();
  }

  @Test
  void whatReadsTheOutputOfOneDoesNotWaitForEver() {
    StuckProcess stuck = new StuckProcess();
    RunningCommand running =
        new RunningCommand("'stuck'", stuck, Duration.ofMillis(1), line -> {}).withBoundedReads();

    InputStream output = running.output();
    assertThatThrownBy(output::read).hasMessageStartingWith("'stuck' wrote nothing more");
    running.close();
    stuck.killed.countDown();
  }

  @Test
  void allThatAProgramWroteIsReadWhateverTheReaderTakes() throws Exception {
    String script =
        "i=0; while [ $i -lt 40000 ]; do echo 0123456789012345678901234567890123456789;"
            + " i=$((i+1)); done";
    try (RunningCommand running = shell(script, LONG).startReading()) {
      assertThat(running.output().readAllBytes()).hasSize(40_000 * 41);
      running.requireSuccess();
    }
  }

  /** No signal ends it. */
  private static final class StuckProcess extends Process {

    private final CompletableFuture<Process> end = new CompletableFuture<>();
    private final CountDownLatch killed = new CountDownLatch(1);

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() throws IOException {
          try {
            killed.await();
            return -1;
          } catch (InterruptedException e) {
            throw new InterruptedIOException();
          }
        }
      };
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      throw new AssertionError("a wait without end");
    }

    @Override
    public boolean waitFor(long timeout, TimeUnit unit) throws InterruptedException {
      unit.sleep(timeout);
      return false;
    }

    @Override
    public CompletableFuture<Process> onExit() {
      return end;
    }

    @Override
    public Stream<ProcessHandle> descendants() {
      return Stream.empty();
    }

    @Override
    public int exitValue() {
      throw new IllegalThreadStateException("it runs");
    }

    @Override
    public void destroy() {
      // It waits in the kernel.
    }
  }

  @Test
  void outputIsBounded() {
    assertThatThrownBy(() -> shell("yes", LONG).withMaxOutput(1000).run())
        .hasMessage("'sh' wrote more than 1000 bytes");
  }

  @Test
  void muchStandardErrorDoesNotBlockIt() throws Exception {
    assertThat(text(shell("seq 100000 >&2; echo done", LONG).run())).isEqualTo("done\n");
  }

  @Test
  void theEnvironmentIsChanged() throws Exception {
    ExternalCommand command = shell("echo \"${A-no} ${PATH+yes}\"", LONG).withVariable("A", "b");

    assertThat(text(command.run())).isEqualTo("b yes\n");
    assertThat(text(shell("echo ${HOME-no}", LONG).withoutVariables("HOME").run()))
        .isEqualTo("no\n");
  }

  @Test
  void anInterruptEndsIt() {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> shell("sleep 1000", LONG).run())
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aRunningOneSaysHowItEnded() throws Exception {
    try (RunningCommand running =
        shell("read line; echo \"no $line\" >&2; exit 7", LONG).start(line -> {})) {
      running.input().write("x\n".getBytes(StandardCharsets.UTF_8));
      running.input().flush();
      assertThat(running.output().read()).isNegative();
      assertThat(running.reason()).isEqualTo("'sh' ended with exit code 7: no x");
      assertThatThrownBy(running::requireSuccess).hasMessage(running.reason());
    }
  }

  /** Another way to start a program would have no bounds, and would swallow the reason. */
  @Test
  void driversStartProgramsInNoOtherWay() throws IOException {
    Path own = Path.of("io/situ/storage/process/ExternalCommand.java");
    for (String module : List.of("../../core", "../../driver", "../../hadoop")) {
      try (Stream<Path> files = Files.walk(Path.of(module))) {
        List<Path> sources =
            files.filter(file -> file.toString().matches(".*/src/main/.*\\.java")).toList();
        assertThat(sources).isNotEmpty();
        for (Path source : sources) {
          boolean allowed = source.endsWith(own) || source.toString().contains("testkit");
          String text = Files.readString(source);
          assertThat(!allowed && text.contains("new ProcessBuilder")).as("%s", source).isFalse();
        }
      }
    }
  }
}
