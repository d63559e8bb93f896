// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.util.VersionInfo;

/** The facts without which a figure says nothing. */
final class MachineInfo {

  private MachineInfo() {}

  /** What this process runs on and where its files lie. */
  static Map<String, String> of(Path scratch) throws IOException {
    FileStore store = Files.getFileStore(scratch);
    Runtime runtime = Runtime.getRuntime();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        "processor",
        line("/proc/cpuinfo", "model name") + ", " + runtime.availableProcessors() + " cores");
    facts.put(
        "memory",
        line("/proc/meminfo", "MemTotal")
            + ", heap at most "
            + (runtime.maxMemory() >> 20)
            + " MB");
    facts.put(
        "system",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + ", files on "
            + store.type());
    facts.put("Java", System.getProperty("java.version"));
    facts.put("Hadoop", VersionInfo.getVersion());
    facts.put(
        "load before the run",
        String.format(
            Locale.ROOT,
            "%.2f",
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    return facts;
  }

  private static String line(String file, String key) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      Optional<String> found = lines.filter(line -> line.startsWith(key)).findFirst();
      return found.map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("unknown");
    }
  }
}
