// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs the programs of a demonstration one by one, and says on a terminal which one it is at. */
final class DemoSteps {

  /** {@code org.apache.hadoop.mapreduce.Job} prints this as a job goes on. */
  private static final Pattern PROGRESS = Pattern.compile("map (\\d+)% reduce (\\d+)%");

  private static final long LOOK_MILLIS = 500;
  private static final long END_SECONDS = 10;

  /** The exit code of a killed program is this and the signal's number. */
  private static final int SIGNALLED = 128;

  /** What the running program says. */
  private final List<Path> texts = new CopyOnWriteArrayList<>();

  private final boolean wanted = Console.errorIsTerminal();
  private boolean shown;
  private Process running;
  private boolean stopped;

  /**
   * How a program ended.
   *
   * @param out its standard output
   * @param log its standard error
   */
  record Ended(int code, double seconds, String out, String log) {

    /** The last line of standard error, which says why it failed. */
    String reason() {
      return log.strip().lines().reduce((a, b) -> b).orElse("it did not say why");
    }

    Ended orThrow(String what) {
      if (code != 0) {
        throw new CliException(ExitCode.FAILED, what + " failed: " + reason());
      }
      return this;
    }
  }

  /** Says what is being done. */
  synchronized void show(String step) {
    if (wanted) {
      System.err.print("\r\033[K" + step);
      System.err.flush();
      shown = true;
    }
  }

  /** Takes the line away. */
  synchronized void end() {
    if (shown) {
      System.err.print("\r\033[K");
      System.err.flush();
      shown = false;
    }
  }

  /** Runs a program to its end; does not return once {@link #stop} was called. */
  Ended run(String step, List<String> argv, Map<String, String> environment)
      throws IOException, InterruptedException {
    Path out = temporary(".out");
    Path log = temporary(".log");
    try {
      long start = System.nanoTime();
      Process process = start(argv, environment, out.toFile(), log.toFile());
      while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        long seconds = (System.nanoTime() - start) / 1_000_000_000;
        show(step + ", " + seconds + " s" + progress(log));
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      parkIfStopped(process.exitValue());
      return new Ended(process.exitValue(), seconds, text(out), text(log));
    } finally {
      deleteTexts();
    }
  }

  private Path temporary(String suffix) throws IOException {
    Path file = Files.createTempFile("situ-demo", suffix);
    texts.add(file);
    return file;
  }

  private void deleteTexts() throws IOException {
    for (Path text : texts) {
      Files.deleteIfExists(text);
    }
    texts.clear();
  }

  /** Ctrl-C reaches the program first: this process hears of it a moment later. */
  private void parkIfStopped(int code) throws InterruptedException {
    if (code > SIGNALLED) {
      Thread.sleep(LOOK_MILLIS);
    }
    synchronized (this) {
      while (stopped) {
        wait();
      }
    }
  }

  /** Runs a program that clears up, whether or not {@link #stop} was called. */
  static int clear(List<String> argv) throws IOException {
    File nowhere = new File("/dev/null");
    Process process =
        new ProcessBuilder(argv)
            .redirectInput(nowhere)
            .redirectOutput(nowhere)
            .redirectError(nowhere)
            .start();
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return SIGNALLED;
    }
  }

  private synchronized Process start(
      List<String> argv, Map<String, String> environment, File out, File log)
      throws IOException, InterruptedException {
    while (stopped) {
      wait();
    }
    ProcessBuilder builder = new ProcessBuilder(argv).redirectOutput(out).redirectError(log);
    builder.redirectInput(new File("/dev/null"));
    builder.environment().remove("HADOOP_CONF_DIR");
    builder.environment().put("SITU_NO_BUILD", "1");
    builder.environment().putAll(environment);
    running = builder.start();
    return running;
  }

  private String progress(Path log) throws IOException {
    if (!wanted) {
      return "";
    }
    Matcher matcher = PROGRESS.matcher(text(log));
    String last = "";
    while (matcher.find()) {
      last = ": maps " + matcher.group(1) + " %, reduces " + matcher.group(2) + " %";
    }
    return last;
  }

  /** Ends the program that runs, with what it said, and lets no other start. */
  void stop() throws IOException {
    kill();
    deleteTexts();
  }

  private void kill() {
    Process last;
    synchronized (this) {
      stopped = true;
      last = running;
    }
    end();
    if (last == null || !last.isAlive()) {
      return;
    }
    List<ProcessHandle> below = last.descendants().toList();
    below.forEach(ProcessHandle::destroy);
    last.destroy();
    try {
      if (!last.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        below.forEach(ProcessHandle::destroyForcibly);
        last.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
