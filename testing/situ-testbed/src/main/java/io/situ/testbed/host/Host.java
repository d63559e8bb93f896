// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.host;

import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One host: a process that holds a network, a host name, a process table and a view of the file
 * system of its own. When that process ends, the kernel ends everything that runs on the host and
 * takes away its mounts and its link.
 */
public final class Host {

  private final TestbedState state;
  private final int number;
  private final List<String> others;

  Host(TestbedState state, TestbedOptions options, int number) {
    this.state = state;
    this.number = number;
    this.others =
        TestbedState.hostNames(options).stream().filter(name -> !name.equals(name())).toList();
  }

  /** All hosts of a testbed, the first first. */
  public static List<Host> all(TestbedState state, TestbedOptions options) {
    return IntStream.rangeClosed(1, options.hosts())
        .mapToObj(number -> new Host(state, options, number))
        .toList();
  }

  public String name() {
    return "node" + number;
  }

  public int number() {
    return number;
  }

  public Path disk() {
    return state.disk(name());
  }

  public Path log(String daemon) {
    return state.log(name(), daemon);
  }

  public boolean up() {
    return initProcess().alive() && Files.exists(booted());
  }

  /** Starts the host without a link. */
  public void boot() {
    try {
      Files.deleteIfExists(booted());
      Path script = state.etc().resolve("boot.sh");
      List<String> argv =
          new ArrayList<>(List.of("unshare", "--net", "--uts", "--mount", "--pid", "--mount-proc"));
      argv.addAll(List.of("--fork", "--kill-child", "--"));
      argv.addAll(List.of("bash", script.toString(), state.dir().toString(), name()));
      argv.addAll(others);
      Process process =
          Commands.detach(
              Commands.concat(
                  List.of("setsid"), ProcessRecord.recording(initProcess().file(), argv)),
              log("boot"));
      Await.until(
          "start " + name(),
          () -> {
            if (!process.isAlive()) {
              throw new TestbedException(
                  "cannot start "
                      + name()
                      + ": "
                      + Commands.lastLine(Files.readString(log("boot"))));
            }
            return Files.exists(booted());
          });
    } catch (IOException e) {
      throw new TestbedException("cannot start " + name() + ": " + e.getMessage(), e);
    }
  }

  /** Ends the host as a power cut does. */
  public void halt() {
    for (ProcessHandle process : initProcess().end()) {
      Await.until("end " + name(), () -> ProcessRecord.isGone(process));
    }
    Network.disconnect(name());
  }

  /** Process 1 of the host, as the machine numbers it. */
  public long init() {
    return initProcess()
        .pid()
        .flatMap(ProcessHandle::of)
        .flatMap(handle -> handle.children().findFirst())
        .map(ProcessHandle::pid)
        .orElseThrow(
            () ->
                new TestbedException(
                    name() + " is down; start it with: bin/dev testbed host start " + name()));
  }

  /** The program as it runs on this host, in this directory, with these variables. */
  public List<String> enter(Path directory, Map<String, String> env, List<String> argv) {
    List<String> all = new ArrayList<>(enter());
    all.addAll(List.of("env", "-C", directory.toString()));
    env.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(argv);
    return all;
  }

  public List<String> enter(String... argv) {
    List<String> all =
        new ArrayList<>(
            List.of("nsenter", "--target", Long.toString(init()), "--net", "--uts", "--mount"));
    all.addAll(List.of("--pid", "--"));
    all.addAll(List.of(argv));
    return all;
  }

  /** Runs a program on the host to its end; its failure is an exception. */
  public String run(String... argv) {
    return Commands.run(enter(argv));
  }

  /** The host's {@code /} as a path of the machine. */
  public Path root() {
    return Path.of("/proc", Long.toString(init()), "root");
  }

  /**
   * Starts a daemon, which outlives this process.
   *
   * @param name names its record and its log
   */
  public void launch(String name, Map<String, String> env, List<String> argv) {
    List<String> environment = new ArrayList<>(List.of("env"));
    env.forEach((key, value) -> environment.add(key + "=" + value));
    ProcessRecord record = record(name);
    record.delete();
    List<String> recorded =
        ProcessRecord.recording(record.file(), Commands.concat(environment, argv));
    List<String> all = enter("setsid", "--fork", "env", "-C", "/");
    Process process = Commands.detach(Commands.concat(all, recorded), log(name));
    Await.until("launch " + name + " on " + name(), () -> !process.isAlive());
  }

  /** Whether a process that was launched here wrote its record and runs no more. */
  public boolean hasEnded(String daemon) {
    ProcessRecord record = record(daemon);
    // In this order: one that writes its record meanwhile is not taken for one that has ended.
    return Files.exists(record.file()) && !record.unwritten() && !record.alive();
  }

  /** The record of a process on this host. */
  public ProcessRecord record(String daemon) {
    return new ProcessRecord(disk().resolve(daemon + ".pid"), root().resolve("proc"));
  }

  private ProcessRecord initProcess() {
    return state.outer(name());
  }

  private Path booted() {
    return disk().resolve("booted");
  }
}
