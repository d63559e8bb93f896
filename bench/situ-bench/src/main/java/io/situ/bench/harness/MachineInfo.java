// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;

/** The facts without which a figure says nothing. */
final class MachineInfo {

  private MachineInfo() {}

  /** Prints what this process runs on and where its files lie. */
  static void print(Path scratch, PrintStream out) throws IOException {
    FileStore store = Files.getFileStore(scratch);
    Runtime runtime = Runtime.getRuntime();
    out.println(
        "- processor: "
            + line("/proc/cpuinfo", "model name")
            + ", "
            + runtime.availableProcessors()
            + " cores");
    out.println(
        "- memory: "
            + line("/proc/meminfo", "MemTotal")
            + ", heap at most "
            + (runtime.maxMemory() >> 20)
            + " MB");
    out.println(
        "- system: "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", files on "
            + store.type());
    out.println(
        "- Java " + System.getProperty("java.version") + ", Hadoop " + VersionInfo.getVersion());
    out.printf(
        "- load before the run: %.2f%n",
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  private static String line(String file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      Optional<String> found = lines.filter(line -> line.startsWith(key)).findFirst();
      return found.map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("unknown");
    }
  }
}
