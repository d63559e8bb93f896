// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.testkit.lab.TestClusterResult.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;

/**
 * A driver's tests on real servers, which need networks and mounts of their own: a second Java
 * process runs them in namespaces that end with it, and with this process if it is killed. Linux,
 * as root. The system property {@code situ.lab.only} is a part of the names of the test classes to
 * run, if not all are.
 */
public final class TestClusterProcess {

  /** A part of the names of the classes to run, if not all are. */
  static final String ONLY = "situ.lab.only";

  /** Whether the tests that are tagged "long" run, and no others, or all but those. */
  static final String LONG = "situ.lab.long";

  /** Lines that begin so are for who reads what this process prints. */
  static final String PASSED_ON = "[INFO] ";

  /** For how long nothing may come out of any test. */
  private static final Duration SILENCE = Duration.ofMinutes(5);

  private final Path directory;
  private final Class<?> program;
  private final StringBuilder printed = new StringBuilder();
  private final Map<String, TestClusterResult> results = new LinkedHashMap<>();
  private final Duration silence;
  private final boolean onlyLong;
  private volatile long heard = System.nanoTime();
  private volatile boolean hung;

  private TestClusterProcess(Path directory, Class<?> program, Duration silence, boolean onlyLong) {
    this.directory = directory;
    this.program = program;
    this.silence = silence;
    this.onlyLong = onlyLong;
  }

  /**
   * Runs a program that calls {@link TestClusterRun}, and says what became of each of its tests but
   * those that are tagged {@code long}. Where a server of the lab hangs, and a test with it, the
   * lab is taken down and tried once more. Skipped for others than root.
   *
   * @param directory empty; the program's working directory is made in it
   * @param script a resource beside the program: the shell script that prepares the namespaces and
   *     then runs its arguments
   * @param program a class with a {@code main}
   * @throws IOException if the process cannot be started
   * @throws InterruptedException if this thread is interrupted
   */
  public static Stream<DynamicTest> tests(Path directory, String script, Class<?> program)
      throws IOException, InterruptedException {
    return tests(directory, script, program, SILENCE, false);
  }

  /**
   * Does the same with only those that are tagged {@code long}.
   *
   * @throws IOException if the process cannot be started
   * @throws InterruptedException if this thread is interrupted
   */
  public static Stream<DynamicTest> longTests(Path directory, String script, Class<?> program)
      throws IOException, InterruptedException {
    return tests(directory, script, program, SILENCE, true);
  }

  static Stream<DynamicTest> tests(
      Path directory, String script, Class<?> program, Duration silence, boolean onlyLong)
      throws IOException, InterruptedException {
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "namespaces of its own can only be made by root");
    TestClusterProcess lab =
        new TestClusterProcess(
            Files.createDirectory(directory.resolve("1")), program, silence, onlyLong);
    lab.run(script);
    if (lab.hung) {
      System.out.println("[ERROR] " + program.getName() + " hung and is tried once more: " + lab);
      lab =
          new TestClusterProcess(
              Files.createDirectory(directory.resolve("2")), program, silence, onlyLong);
      lab.run(script);
    }
    assertThat(lab.hung).as("hung: %s", lab).isFalse();
    return lab.results.values().stream().map(TestClusterProcess::replay);
  }

  private static DynamicTest replay(TestClusterResult result) {
    return DynamicTest.dynamicTest(
        result.test(),
        () -> {
          if (result.outcome() == Outcome.SKIPPED) {
            Assumptions.abort(result.text());
          }
          assertThat(result.outcome()).as("%s", result.text()).isEqualTo(Outcome.PASSED);
        });
  }

  private void run(String script) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command(script))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      watch.scheduleWithFixedDelay(() -> endIfSilent(process), 1, 1, TimeUnit.SECONDS);
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        hear(line);
      }
    } finally {
      watch.shutdownNow();
      process.destroyForcibly();
    }
    int code = process.waitFor();
    if (!hung) {
      assertThat(code).as("%s", this).isZero();
      assertThat(results).as("%s", this).isNotEmpty();
    }
  }

  private synchronized void hear(String line) {
    heard = System.nanoTime();
    Optional<TestClusterResult> result = TestClusterResult.of(line);
    if (line.startsWith(PASSED_ON)) {
      System.out.println(line);
    } else if (result.isEmpty()) {
      printed.append(line).append('\n');
    } else if (result.get().outcome() != Outcome.STARTED) {
      results.put(result.get().test(), result.get());
    }
  }

  /** Has the process print what its threads do, then ends it. */
  private void endIfSilent(Process process) {
    if (System.nanoTime() - heard < silence.toNanos()) {
      return;
    }
    hung = true;
    process
        .descendants()
        .filter(child -> child.info().command().orElse("").endsWith("/java"))
        .forEach(TestClusterProcess::printThreads);
    process.destroyForcibly();
  }

  private static void printThreads(ProcessHandle java) {
    try {
      new ProcessBuilder("kill", "-QUIT", Long.toString(java.pid())).start().waitFor();
      Thread.sleep(2000);
    } catch (IOException e) {
      System.out.println("cannot ask what its threads do: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> command(String script) throws IOException {
    String text;
    try (InputStream in = program.getResourceAsStream(script)) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL"));
    command.addAll(List.of("unshare", "--mount", "--net", "--uts", "--ipc", "--pid", "--fork"));
    command.addAll(List.of("--mount-proc", "--kill-child", "bash", "-c", text, "lab"));
    command.addAll(
        JavaCommand.of(program)
            .with("-Xmx512m", "-Djava.io.tmpdir=" + directory.resolve("tmp"))
            .with("-D" + ONLY + "=" + System.getProperty(ONLY, ""), "-D" + LONG + "=" + onlyLong)
            .call());
    return command;
  }

  /** What was printed besides results. */
  @Override
  public synchronized String toString() {
    return printed.toString();
  }
}
