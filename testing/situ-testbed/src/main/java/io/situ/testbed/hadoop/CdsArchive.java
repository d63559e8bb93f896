// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.hadoop;

import io.situ.testbed.host.Host;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.ProcessRecord;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;

/**
 * One class data sharing archive for all daemons, which halves the processor time of their start.
 * The first testbed lists the classes its daemons load, then makes the archive in the background;
 * later ones use it. A JVM that finds the archive unfit does without.
 */
final class CdsArchive {

  private final TestbedState state;
  private final String jars;
  private final Path kept;

  CdsArchive(TestbedState state, String jars, Path folder) {
    this.state = state;
    this.jars = jars;
    String key = jars + System.getProperty("java.vm.version");
    UUID name = UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
    this.kept = folder.resolve("hadoop-" + name + ".jsa");
  }

  /** Switches for a JVM whose class path begins with the jars. */
  List<String> use() {
    return Files.exists(kept) ? List.of("-XX:SharedArchiveFile=" + kept) : List.of();
  }

  /** The same for a daemon; it lists its classes if there is no archive yet. */
  List<String> useOrList(String daemon) {
    return Files.exists(kept)
        ? use()
        : List.of("-XX:DumpLoadedClassList=" + state.local().resolve(daemon + ".classes"));
  }

  /** Begins to make the archive from the lists of all hosts, if there is none. */
  void begin(List<Host> hosts) {
    if (Files.exists(kept)) {
      return;
    }
    Path list = state.dir().resolve("classes");
    try {
      Files.write(list, classes(hosts));
    } catch (IOException e) {
      throw new TestbedException("cannot write " + list + ": " + e.getMessage(), e);
    }
    List<String> maker =
        List.of(
            "nice",
            "-n",
            "19",
            HadoopJava.executable(),
            "-Xmx32m",
            "-cp",
            HadoopJava.ownClasses().toString(),
            CdsArchiveMaker.class.getName(),
            list.toString(),
            kept.toString(),
            jars);
    List<String> recorded = ProcessRecord.recording(state.outer("class-archive").file(), maker);
    Commands.detach(
        Commands.concat(List.of("setsid"), recorded), state.dir().resolve("classes.log"));
  }

  private static TreeSet<String> classes(List<Host> hosts) throws IOException {
    TreeSet<String> all = new TreeSet<>();
    for (Host host : hosts) {
      try (var lists = Files.newDirectoryStream(host.disk(), "*.classes")) {
        for (Path list : lists) {
          String text = Files.readString(list);
          text.substring(0, text.lastIndexOf('\n') + 1)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .forEach(all::add);
        }
      }
    }
    return all;
  }
}
