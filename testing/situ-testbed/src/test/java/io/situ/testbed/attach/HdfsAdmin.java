// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.Testbed;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What administrators do with Hadoop's own commands. */
final class HdfsAdmin {

  private static final Path NODES = nodes();

  private static final String[] PLAN = {
    "diskbalancer", "-plan", "node1", "-thresholdPercentage", "0.001", "-maxerror", "10000"
  };

  private final Testbed testbed;

  HdfsAdmin(Testbed testbed) {
    this.testbed = testbed;
  }

  /** DataNodes with two volumes, whose states are in a file, and a NameNode that looks often. */
  static Map<String, String> conf() {
    return Map.of(
        "dfs.namenode.hosts.provider.classname",
        "org.apache.hadoop.hdfs.server.blockmanagement.CombinedHostFileManager",
        "dfs.hosts",
        NODES.toString(),
        "dfs.namenode.decommission.interval",
        "1",
        "dfs.namenode.redundancy.interval.seconds",
        "1",
        "dfs.datanode.data.dir",
        "${hadoop.tmp.dir}/../data,${hadoop.tmp.dir}/../data2");
  }

  private static Path nodes() {
    try {
      Path file = Files.createTempFile("situ-nodes", ".json");
      file.toFile().deleteOnExit();
      return Files.writeString(file, json(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String json(String more) {
    return "[{\"hostName\":\"node1\"},{\"hostName\":\"node2\"},{\"hostName\":\"node3\""
        + more
        + "}]";
  }

  /** Has node3 be in another state, such as {@code DECOMMISSIONED}, and waits for it. */
  void node3(String wanted, String reported) throws IOException {
    Files.writeString(NODES, json(wanted.isEmpty() ? "" : ",\"adminState\":\"" + wanted + "\""));
    testbed.hadoop("hdfs", "dfsadmin", "-refreshNodes").orThrow();
    Await.until("be informed that node3 is " + reported, () -> state("node3").equals(reported));
  }

  private String state(String host) {
    String report = testbed.hadoop("hdfs", "dfsadmin", "-report").orThrow();
    Matcher state =
        Pattern.compile("Hostname: " + host + "\\nDecommission Status : (.*)").matcher(report);
    return state.find() ? state.group(1).strip() : report;
  }

  /**
   * Makes node1's volumes uneven with ordinary files, has HDFS even them out, and gives what it
   * says of that. Every refused block counts as an error.
   */
  String balanceDisks(Path scratch) throws IOException {
    testbed.hadoop("hdfs", "dfs", "-mkdir", "/uneven").orThrow();
    List<String> put = new ArrayList<>(List.of("dfs", "-Ddfs.replication=1", "-put"));
    for (int i = 0; i < 12; i++) {
      put.add(Files.write(scratch.resolve("large-" + i), new byte[12 << 20]).toString());
      put.add(Files.writeString(scratch.resolve("small-" + i), "x").toString());
    }
    put.add("/uneven/");
    testbed.hadoop("hdfs", put.toArray(String[]::new)).orThrow();
    String planned = testbed.hadoop("hdfs", PLAN).orThrow();
    Matcher plan = Pattern.compile("(/\\S+\\.plan\\.json)").matcher(planned);
    assertThat(plan.find()).as(planned).isTrue();
    testbed.hadoop("hdfs", "diskbalancer", "-execute", plan.group(1)).orThrow();
    String[] result = {""};
    Await.until(
        "balance node1's disks",
        () -> {
          result[0] = testbed.hadoop("hdfs", "diskbalancer", "-query", "node1", "-v").orThrow();
          return result[0].contains("PLAN_DONE");
        });
    return result[0];
  }

  /** The linked blocks of a host: files of a length that take no room. */
  Map<String, List<String>> placeholders(String host) {
    Map<String, List<String>> all = new TreeMap<>();
    for (String volume : List.of("data", "data2")) {
      String top = testbed.disk(host).resolve("hadoop").resolve(volume).toString();
      String found =
          Commands.run("find", top, "-name", "blk_*", "-size", "+0", "-printf", "%f %b %s\\n");
      all.put(
          volume,
          found.lines().filter(line -> line.matches("blk_\\d+ 0 [1-9].*")).sorted().toList());
    }
    return all;
  }
}
