// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.yarn;

import io.situ.cli.Tool;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server in a process of its own that answers as a ResourceManager does: Hadoop's YARN is among
 * the installed tool's jars, and not among those of its tests.
 */
public final class ResourceManagerProcess implements AutoCloseable {

  private final Process process;
  private final String address;

  /**
   * Starts one at a free port of this host.
   *
   * @param state of each application, or "-" if it knows none
   * @param hosts of its nodes
   */
  public ResourceManagerProcess(String state, String... hosts) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String path =
        Tool.HOME.resolve("hadoop/situ-mapreduce/target/test-classes")
            + File.pathSeparator
            + Tool.HOME.resolve("tool/situ-stock-hadoop/target/hadoop")
            + "/*";
    List<String> command =
        new ArrayList<>(List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", path, "io.situ.mapreduce.yarn.FakeResourceManager", state));
    command.addAll(List.of(hosts));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String port = out.readLine();
    while (port != null && !port.matches("\\d+")) {
      port = out.readLine();
    }
    if (port == null) {
      throw new IOException("it did not start: " + String.join(" ", command));
    }
    address = "localhost:" + port;
  }

  /** Returns host and port. */
  public String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
  }
}
