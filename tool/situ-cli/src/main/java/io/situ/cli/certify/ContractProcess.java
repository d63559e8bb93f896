// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Runs the contract's tests in a process of their own, which can be ended at any time. One thread
 * runs it; any thread may close it.
 */
public final class ContractProcess implements AutoCloseable {

  /** By its name: in this process it cannot be loaded. */
  private static final String MAIN = ContractProcess.class.getPackageName() + ".ContractMain";

  private final List<Path> jars;
  private final Duration silence;
  private volatile Process process;
  private volatile long heard = System.nanoTime();
  private volatile boolean hung;
  private volatile boolean closed;

  /**
   * @param jars those with the contract's tests and what they need
   * @param silence for how long nothing may come out of any test
   */
  public ContractProcess(List<Path> jars, Duration silence) {
    this.jars = List.copyOf(jars);
    this.silence = silence;
  }

  /**
   * Runs all tests.
   *
   * @param progress called after each test, in this thread
   * @throws IOException if the process cannot be started, ends before all tests were run, or is
   *     silent for too long; the message names the test
   */
  public ContractResult run(ContractTarget target, Consumer<ContractResult> progress)
      throws IOException {
    ContractResult result = new ContractResult();
    File errors = File.createTempFile("situ-contract", ".err");
    ScheduledExecutorService watch =
        Executors.newSingleThreadScheduledExecutor(ContractProcess::daemon);
    try {
      process = new ProcessBuilder(command()).redirectError(errors).start();
      if (closed) {
        close();
      }
      watch.scheduleWithFixedDelay(this::endIfSilent, 1, 1, TimeUnit.SECONDS);
      send(target);
      read(result, progress);
      if (!result.isComplete()) {
        throw new IOException(reason(result, errors.toPath()));
      }
      return result;
    } finally {
      watch.shutdownNow();
      close();
      Files.deleteIfExists(errors.toPath());
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "situ-contract-watch");
    thread.setDaemon(true);
    return thread;
  }

  private List<String> command() {
    List<String> path = new ArrayList<>(List.of(System.getProperty("java.class.path")));
    jars.forEach(jar -> path.add(jar.toString()));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
    for (String name : List.of("jna.tmpdir", "java.io.tmpdir", "log4j.configuration")) {
      String value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
    command.add(MAIN);
    return command;
  }

  /** What cannot be written is not read: the process's end says why. */
  private void send(ContractTarget target) throws IOException {
    byte[] text = target.text().getBytes(StandardCharsets.UTF_8);
    try (OutputStream in = process.getOutputStream()) {
      in.write(text);
    } catch (IOException e) {
      return;
    }
  }

  private void read(ContractResult result, Consumer<ContractResult> progress) throws IOException {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        heard = System.nanoTime();
        ContractLine.of(line).ifPresent(result::add);
        progress.accept(result);
      }
    } catch (IOException e) {
      if (!hung && !closed) {
        throw e;
      }
    }
  }

  private void endIfSilent() {
    if (System.nanoTime() - heard > silence.toNanos()) {
      hung = true;
      process.destroyForcibly();
    }
  }

  private String reason(ContractResult result, Path errors) throws IOException {
    String test = result.running().isEmpty() ? "" : " in the test " + result.running();
    if (hung) {
      return "the file system did not answer within " + silence.toSeconds() + " s" + test;
    }
    String first =
        Files.readString(errors, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .findFirst()
            .orElse("it wrote no reason");
    return "the process of the contract's tests ended" + test + ": " + first;
  }

  /** Ends the process, if it runs. */
  @Override
  public void close() {
    closed = true;
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
