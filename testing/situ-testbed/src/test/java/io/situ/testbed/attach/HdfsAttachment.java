// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Files on a testbed's store that are attached to its HDFS, and what must hold of both. */
public final class HdfsAttachment {

  private static final Pattern REPLICA = Pattern.compile("WithStorage\\[10\\.66\\.0\\.(\\d):");

  private final Testbed testbed;
  private final Map<String, Seen> objects = new TreeMap<>();

  public HdfsAttachment(Testbed testbed) {
    this.testbed = testbed;
  }

  /** An object as it was before anything was done to HDFS. */
  private record Seen(byte[] bytes, PosixFileAttributes attributes) {}

  /** Makes a file on the store, for anyone to read. */
  public void write(String name, byte[] bytes) throws IOException {
    Path file = testbed.mount().resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    objects.put(name, seen(file));
  }

  private static Seen seen(Path file) throws IOException {
    return new Seen(
        Files.readAllBytes(file), Files.readAttributes(file, PosixFileAttributes.class));
  }

  public byte[] bytes(String name) {
    return objects.get(name).bytes();
  }

  /** The objects below a directory of the store. */
  public List<String> names(String directory) {
    return objects.keySet().stream().filter(name -> name.startsWith(directory + "/")).toList();
  }

  /** That HDFS has left every object alone. */
  public void assertUntouched() throws IOException {
    for (Map.Entry<String, Seen> object : objects.entrySet()) {
      Seen now = seen(testbed.mount().resolve(object.getKey()));
      Seen before = object.getValue();
      assertThat(now.bytes()).as(object.getKey()).isEqualTo(before.bytes());
      assertThat(now.attributes().lastModifiedTime())
          .isEqualTo(before.attributes().lastModifiedTime());
      assertThat(now.attributes().permissions()).isEqualTo(before.attributes().permissions());
      assertThat(now.attributes().owner()).isEqualTo(before.attributes().owner());
      assertThat(now.attributes().group()).isEqualTo(before.attributes().group());
      assertThat(now.attributes().fileKey()).isEqualTo(before.attributes().fileKey());
    }
  }

  /** That the tool says in one sentence why it does not do what it was asked to. */
  public static void assertRefused(HostCommandResult result, String... words) {
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err().strip()).startsWith("situ: ").contains(words).doesNotContain("\n");
  }

  /** A call of the tool on a directory of HDFS, such as {@code attach situ://vol/in} and it. */
  public List<String> situ(Path state, String command, String... words) {
    List<String> all = new ArrayList<>(List.of("--conf", testbed.confDir().toString(), command));
    all.addAll(List.of(words));
    return BuiltSourceTree.situ(state, all);
  }

  public void attach(Path state, String directory, String target) {
    String[] words = {"situ://vol/" + directory, HadoopDaemons.NAME_NODE + target};
    Commands.result(situ(state, "attach", words), "").orThrow();
  }

  public String fsck(String directory) {
    return testbed.hadoop("hdfs", "fsck", directory, "-files", "-blocks", "-locations").orThrow();
  }

  /** The hosts of every file's blocks, as HDFS has them, a list for each block. */
  public Map<String, List<List<String>>> locations(String directory) {
    Map<String, List<List<String>>> all = new TreeMap<>();
    String name = "";
    for (String line : fsck(directory).lines().toList()) {
      if (line.startsWith(directory + "/")) {
        name = line.substring(directory.length() + 1, line.indexOf(' '));
      } else if (line.contains(" len=")) {
        all.computeIfAbsent(name, ignored -> new ArrayList<>()).add(replicas(line));
      }
    }
    return all;
  }

  private static List<String> replicas(String line) {
    TreeSet<String> hosts = new TreeSet<>();
    REPLICA.matcher(line).results().map(match -> "node" + match.group(1)).forEach(hosts::add);
    return List.copyOf(hosts);
  }

  /** The hosts on whose bricks every file is, as the one block that it becomes. */
  public Map<String, List<List<String>>> bricks(String directory) {
    Map<String, List<List<String>>> all = new TreeMap<>();
    for (String name : names(directory)) {
      List<String> hosts = new ArrayList<>();
      for (String host : testbed.hosts()) {
        if (hasBrickWith(host, name)) {
          hosts.add(host);
        }
      }
      all.put(name.substring(directory.length() + 1), List.of(hosts));
    }
    return all;
  }

  private boolean hasBrickWith(String host, String name) {
    return List.of("brick1", "brick2", "brick3").stream()
        .anyMatch(brick -> Files.exists(testbed.disk(host).resolve(brick).resolve(name)));
  }
}
