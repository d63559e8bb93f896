// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.state.TestbedDirectories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for what a testbed may have left on the machine. */
public final class LeftoverCheck {

  private LeftoverCheck() {}

  public static void assertNone(Path dir) throws IOException {
    try (Stream<Path> beside = Files.list(dir.getParent())) {
      assertThat(beside.map(Path::toString)).noneMatch(path -> path.startsWith(dir.toString()));
    }
    try (Stream<Path> links = Files.list(Path.of("/sys/class/net"))) {
      assertThat(links.map(link -> link.getFileName().toString()))
          .noneMatch(name -> name.startsWith("situ-"));
    }
    assertThat(TestbedDirectories.mountsBelow(dir)).isEmpty();
    assertThat(Files.readAllLines(Path.of("/etc/hosts"), StandardCharsets.ISO_8859_1))
        .noneMatch(line -> line.contains("situ-testbed"));
    assertThat(processesNaming(dir)).isEmpty();
  }

  private static List<String> processesNaming(Path dir) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .map(LeftoverCheck::commandLine)
        .filter(line -> line.contains(dir.toString() + "/"))
        .toList();
  }

  public static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }
}
