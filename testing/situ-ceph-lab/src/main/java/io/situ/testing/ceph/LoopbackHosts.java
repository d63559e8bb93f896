// SPDX-License-Identifier: Apache-2.0
package io.situ.testing.ceph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Hosts that are all this process's own, each with an address of its own on loopback. What is
 * launched ends with the namespace that it runs in. Thread-safe.
 */
public final class LoopbackHosts implements CephHosts {

  private static final int MOUNT_TRIES = 600;

  private final Path directory;
  private final Path log;
  private final Map<String, Process> daemons = new ConcurrentHashMap<>();

  /**
   * @param directory of the output of programs, and of what {@link #plan} puts there
   */
  public LoopbackHosts(Path directory) {
    this.directory = directory;
    this.log = directory.resolve("log");
  }

  /**
   * Returns a plan of three hosts, {@code node1} to {@code node3}, that keep two copies of each
   * object in memory.
   *
   * @param gateways as in {@link CephPlan}
   */
  public CephPlan plan(int gateways) {
    return new CephPlan(
        directory.resolve("etc"),
        IntStream.rangeClosed(1, 3)
            .mapToObj(
                n -> new CephPlan.Node("node" + n, "127.0.0." + n, directory.resolve("disk" + n)))
            .toList(),
        2,
        true,
        gateways);
  }

  @Override
  public String run(String host, List<String> argv, String input) {
    return run(argv, input);
  }

  /**
   * Runs a program to its end and returns what it wrote to standard output.
   *
   * @throws UncheckedIOException if it cannot be started, or ends with another code than 0
   */
  public String run(List<String> argv, String input) {
    try {
      Process process =
          new ProcessBuilder(argv)
              .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", argv) + ": " + Files.readString(log));
      }
      return out;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void launch(String host, String name, List<String> argv) {
    try {
      Process process =
          new ProcessBuilder(argv)
              .redirectErrorStream(true)
              .redirectOutput(output(host, name).toFile())
              .start();
      daemons.put(name + "@" + host, process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path output(String host, String name) {
    return directory.resolve("log-" + name + "-" + host);
  }

  /**
   * Ends a daemon as a crash does, and waits for its end.
   *
   * @throws InterruptedException if this thread is interrupted
   */
  public void kill(String host, String name) throws InterruptedException {
    daemons.remove(name + "@" + host).destroyForcibly().waitFor();
  }

  /**
   * Launches a program that mounts a file system, and waits until it is mounted.
   *
   * @param name of the program, which no other has
   * @param point where it mounts
   * @throws IOException if it has not mounted it in time, with what it wrote
   * @throws InterruptedException if this thread is interrupted
   */
  public void mount(String name, List<String> argv, Path point)
      throws IOException, InterruptedException {
    launch("node1", name, argv);
    String entry = " " + point + " ";
    for (int tries = 0; !Files.readString(Path.of("/proc/self/mountinfo")).contains(entry); ) {
      if (++tries > MOUNT_TRIES) {
        throw new IOException("not mounted: " + Files.readString(output("node1", name)));
      }
      Thread.sleep(50);
    }
  }
}
