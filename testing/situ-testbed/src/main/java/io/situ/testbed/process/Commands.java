// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs the machine's own programs, always as argument lists, never through a shell. */
public final class Commands {

  private Commands() {}

  /** Runs a program to its end and returns what it wrote, without the last line end. */
  public static String run(List<String> argv) {
    return run(argv, "");
  }

  public static String run(String... argv) {
    return run(List.of(argv), "");
  }

  public static String run(List<String> argv, String input) {
    HostCommandResult result = result(argv, input);
    if (result.exitCode() != 0) {
      throw new TestbedException(
          String.join(" ", argv)
              + " ended with exit code "
              + result.exitCode()
              + ": "
              + oneLine(result.err().isBlank() ? result.out() : result.err()));
    }
    return result.out().stripTrailing();
  }

  /** Runs a program whose failure means only that there was nothing to do. */
  public static boolean tryRun(String... argv) {
    return result(List.of(argv), "").exitCode() == 0;
  }

  public static HostCommandResult result(List<String> argv, String input) {
    try {
      Process process = new ProcessBuilder(argv).start();
      CompletableFuture<String> err =
          CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String out = text(process.getInputStream());
      return new HostCommandResult(process.waitFor(), out, err.join());
    } catch (IOException e) {
      throw new TestbedException("cannot run " + argv.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while " + argv.get(0) + " ran", e);
    }
  }

  /** Starts a program that writes to a log, at its end, and reads nothing. */
  public static Process detach(List<String> argv, Path log) {
    try {
      return new ProcessBuilder(argv)
          .redirectInput(new File("/dev/null"))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
          .start();
    } catch (IOException e) {
      throw new TestbedException("cannot run " + argv.get(0) + ": " + e.getMessage(), e);
    }
  }

  /** Runs a program on this terminal; if this process is ended, so is the program. */
  public static int foreground(List<String> argv) {
    try {
      Process process = new ProcessBuilder(argv).inheritIO().start();
      Thread reaper =
          new Thread(() -> process.descendants().forEach(ProcessHandle::destroy), "reaper");
      Runtime.getRuntime().addShutdownHook(reaper);
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(reaper);
      return code;
    } catch (IOException e) {
      throw new TestbedException("cannot run " + argv.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 130;
    }
  }

  public static List<String> concat(List<String> head, List<String> tail) {
    List<String> all = new ArrayList<>(head);
    all.addAll(tail);
    return List.copyOf(all);
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\n\\s*", "; ");
  }

  public static String lastLine(String text) {
    return text.strip().lines().reduce((a, b) -> b).orElse("(no message)").strip();
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
