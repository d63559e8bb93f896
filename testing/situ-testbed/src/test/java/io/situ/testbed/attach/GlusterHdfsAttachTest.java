// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.attach.HdfsAttachJobs.Ran;
import io.situ.testbed.hadoop.HadoopDaemons;
import io.situ.testbed.host.HostBytes;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A tree on a GlusterFS volume with two replicas, attached to HDFS: stock commands and jobs read it
 * through DataNodes that are stopped, killed and started at will.
 */
@Tag("cluster")
@Tag("long")
class GlusterHdfsAttachTest extends HdfsAttachContract {

  private static final int SMALL = 300;

  /** Heartbeats, job files, shuffle and results of two jobs, four times what was seen. */
  private static final long TALK = 40 * MEGABYTE;

  /** While node3 leaves. */
  private static final List<String> STAYING = List.of("node1", "node2");

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(() -> fromBricks(TestbedOptions.gluster(3, 2), HdfsAdmin.conf()));

  /** With DataNodes that read the files of their own host's bricks. */
  static TestbedOptions fromBricks(TestbedOptions options, Map<String, String> more) {
    Map<String, String> conf = new TreeMap<>(more);
    conf.put("fs.situ.store.vol.read", "brick");
    return options.withHadoop(BuiltSourceTree.hadoop(conf));
  }

  @Override
  Testbed bringTestbed() {
    return TESTBED.testbed();
  }

  @Test
  void theChecksumIsThatOfACopy() {
    testbed.hadoop("hdfs", "dfs", "-mkdir", "-p", "/copy").orThrow();
    String object = testbed.mount().resolve("in/text-3").toString();
    testbed.hadoop("hdfs", "dfs", "-put", object, "/copy/text-3").orThrow();
    String mode = "-Ddfs.checksum.combine.mode=COMPOSITE_CRC";

    String attached =
        testbed.hadoop("hdfs", "dfs", mode, "-checksum", "/attached/text-3").orThrow();
    String copy = testbed.hadoop("hdfs", "dfs", mode, "-checksum", "/copy/text-3").orThrow();

    assertThat(attached).contains("COMPOSITE-CRC32C");
    assertThat(sum(attached)).isEqualTo(sum(copy));
  }

  private static String sum(String line) {
    String[] words = line.strip().split("\\s+");
    return words[words.length - 2] + " " + words[words.length - 1];
  }

  @Test
  void ofAnOldInventoryAnObjectIsAttachedAsItIsNow() throws IOException {
    attachment.write("old/object", "as it was".getBytes(StandardCharsets.UTF_8));
    attachment.write("old/other", "the same".getBytes(StandardCharsets.UTF_8));
    String inventory = state.resolve("inventory").toString();
    scan(inventory);
    attachment.write("old/object", "as it is now".getBytes(StandardCharsets.UTF_8));

    HostCommandResult attached = attachOld(inventory);

    assertThat(attached.exitCode()).as(attached.err()).isZero();
    assertThat(cat("/old/object")).isEqualTo("as it is now");
    assertThat(cat("/old/other")).isEqualTo("the same");
  }

  private void scan(String inventory) {
    String[] words = {"situ://vol/old", "--inventory", inventory};
    Commands.result(attachment.situ(state, "scan", words), "").orThrow();
  }

  /** As an administrator loads a tree for the first time. */
  @Tag("long")
  @Test
  void aTreeIsAttachedWhileHdfsIsStopped() throws IOException {
    writeSmall("first");

    new OfflineHdfsAttach(testbed, attachment, state).load("first", "/first");

    assertThat(attachment.locations("/first")).hasSize(SMALL).isEqualTo(placement("first"));
    assertThat(testbed.hadoop("hdfs", "dfs", "-cat", "/first/*/*").orThrow())
        .isEqualTo(every("first"));
    assertWhereItWas();
    readAll("node1");
  }

  private HostCommandResult attachOld(String inventory) {
    return Commands.result(
        attachment.situ(state, "attach", inventory, HadoopDaemons.NAME_NODE + "/old"), "");
  }

  @Tag("long")
  @Test
  void theToolAttachesReportsRepairsAndDetaches() throws IOException {
    new HdfsAttachTool(testbed, attachment, state).run();
  }

  /** The job's files stay as they are while others come beside them. */
  @Tag("long")
  @Test
  void aJobRunsWhileTheTreeIsAttachedAgain() throws IOException {
    for (int i = 0; i < 3; i++) {
      attachment.write("live/text-" + i, attachment.bytes("in/text-" + i));
    }
    attachment.attach(state, "live", "/live");
    Map<String, List<List<String>>> blocks = attachment.locations("/live");
    CompletableFuture<Ran> job =
        CompletableFuture.supplyAsync(
            () -> jobs.example("situ", "wordcount", "/live/text-*", "/live-count"));

    int times = new HdfsAttachTool(testbed, attachment, state).attachUntil(job, "live");

    job.join().assertLocal();
    assertThat(times).isGreaterThan(1);
    assertThat(words(cat("/live-count/part-r-00000")).get("again"))
        .isEqualTo(3 * lines(i -> i < 3));
    assertThat(attachment.locations("/live")).containsAllEntriesOf(blocks).hasSize(3 + times);
  }

  @Test
  void sparkReadsItAndKnowsWhereItIs() throws IOException {
    List<String> words = BuiltSourceTree.spark("SparkWords", HadoopDaemons.NAME_NODE + "/attached");
    List<String> call = Commands.concat(List.of("timeout", "120"), words);
    String said = testbed.run("node1", call.toArray(String[]::new)).orThrow();

    Map<String, Long> counts = new TreeMap<>();
    Map<String, List<List<String>>> places = new TreeMap<>();
    for (String line : said.lines().toList()) {
      List<String> fields = List.of(line.split(" "));
      if (fields.get(0).equals("word")) {
        counts.put(fields.get(1), Long.parseLong(fields.get(2)));
      } else if (fields.get(0).equals("place")) {
        places.put(fields.get(1), List.of(fields.subList(2, fields.size())));
      }
    }
    assertThat(counts).isEqualTo(expected());
    assertThat(places).isEqualTo(placement("in"));
  }

  @Test
  void theBalancerAndTheMoverLeaveItWhereItIs() {
    testbed.hadoop("hdfs", "balancer", "-threshold", "1").orThrow();
    testbed.hadoop("hdfs", "mover", "-p", "/attached");

    assertWhereItWas();
  }

  /** The file of three replicas of which one is on the host that leaves is an ordinary one. */
  @Tag("long")
  @Test
  void aHostThatLeavesTakesNoCopies() throws IOException {
    testbed.hadoop("hdfs", "dfs", "-mkdir", "/ordinary").orThrow();
    String object = testbed.mount().resolve("in/text-1").toString();
    testbed.hadoop("hdfs", "dfs", "-Ddfs.replication=2", "-put", object, "/ordinary").orThrow();
    HdfsAdmin admin = new HdfsAdmin(testbed);
    try {
      admin.node3("IN_MAINTENANCE", "In maintenance");
      readAll("node1");
      admin.node3("", "Normal");
      admin.node3("DECOMMISSIONED", "Decommission in progress");
      Await.until(
          "copy the ordinary file",
          () -> attachment.locations("/ordinary").get("text-1").get(0).containsAll(STAYING));
      assertThat(attachment.locations("/attached")).isEqualTo(placement("in"));
      readAll("node1");
    } finally {
      admin.node3("", "Normal");
    }
    assertWhereItWas();
  }

  @Test
  void theDiskBalancerMovesOrdinaryFilesOnly() throws IOException {
    HdfsAdmin admin = new HdfsAdmin(testbed);
    Map<String, List<String>> links = admin.placeholders("node1");
    assertThat(links.values()).noneMatch(List::isEmpty);

    assertThat(admin.balanceDisks(state)).containsPattern("\"blocksCopied\" : [1-9]");

    assertThat(admin.placeholders("node1")).isEqualTo(links);
    assertWhereItWas();
  }

  private void assertWhereItWas() {
    assertThat(attachment.locations("/attached")).isEqualTo(placement("in"));
    assertThat(attachment.fsck("/attached")).contains("is HEALTHY");
  }

  @Test
  void dataNodesDieAndComeBackInAnyOrder() {
    testbed.killDaemon("node1", "datanode");
    readAll("node1");
    testbed.stopDaemon("node2", "datanode");
    testbed.killDaemon("node3", "datanode");
    testbed.startDaemon("node3", "datanode");
    testbed.startDaemon("node1", "datanode");
    testbed.startDaemon("node2", "datanode");
    testbed.awaitHadoop();
    Await.until(
        "hear of all replicas", () -> attachment.locations("/attached").equals(placement("in")));

    readAll("node1");
    assertThat(attachment.fsck("/attached")).contains("is HEALTHY");
  }

  @Test
  void aDataNodeMayStartBeforeItsStoreIsMounted() {
    testbed.killDaemon("node2", "datanode");
    testbed.run("node2", "umount", "--lazy", testbed.mount().toString()).orThrow();
    try {
      testbed.startDaemon("node2", "datanode");
      testbed.awaitHadoop();
      Await.until(
          "hear of all replicas", () -> attachment.locations("/attached").equals(placement("in")));
      readAll("node2");
    } finally {
      String[] mount = {
        "mount", "-t", "glusterfs", "-o", "acl", "node2:/vol", testbed.mount().toString()
      };
      testbed.run("node2", mount).orThrow();
    }
    assertWhereItWas();

    Map<String, HostBytes> before = testbed.bytes();
    readAll("node2", placed("node2"));
    assertThat(received(before)).isLessThan(placed("node2").size() * 4L * MEGABYTE);
  }

  private void readAll(String host) {
    readAll(host, attachment.names("in"));
  }

  private void readAll(String host, List<String> names) {
    List<String> cat = new ArrayList<>(List.of("dfs", "-cat"));
    names.forEach(name -> cat.add("/attached/" + name.substring("in/".length())));
    String text = Commands.result(testbed.hadoopCommand(host, "hdfs", cat), "").orThrow();
    assertThat(text.length())
        .isEqualTo(names.stream().mapToInt(name -> attachment.bytes(name).length).sum() - 1);
    assertThat(text.lines().distinct().toList()).containsExactly(LINE.strip());
  }

  /**
   * As a cluster without Situ's framework does it: where maps ran elsewhere, the network traffic
   * shows.
   */
  @Tag("long")
  @Test
  void whatStockYarnCountsAsLocalIsLocal() {
    Map<String, HostBytes> before = testbed.bytes();
    CompletableFuture<Ran> first = onYarn("/attached/text-[0-5]", "/stock-1");
    CompletableFuture<Ran> second = onYarn("/attached/text-[6-9]*", "/stock-2");
    long maps =
        first.join().count("Launched map tasks") + second.join().count("Launched map tasks");
    long local =
        first.join().count("Data-local map tasks") + second.join().count("Data-local map tasks");
    long received = received(before);

    assertThat(maps).isEqualTo(10);
    long far = (maps - local) * 12 * MEGABYTE;
    assertThat(received).isBetween(far - MEGABYTE, far + TALK);
    assertThat(words(cat("/stock-1/part-r-00000")).get("again")).isEqualTo(3 * lines(i -> i <= 5));
    assertThat(words(cat("/stock-2/part-r-00000")).get("again"))
        .isEqualTo(3 * lines(i -> i >= 6 && i <= 9));
  }

  private CompletableFuture<Ran> onYarn(String in, String out) {
    return CompletableFuture.supplyAsync(() -> jobs.example("yarn", "wordcount", in, out));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"namenode,1", "namenode,150", "namenode,300", "datanode,1", "datanode,150"})
  void whatDiesWhileItIsAttachedIsStartedAgain(String daemon, int files) throws Exception {
    if (attachment.names("small").isEmpty()) {
      writeSmall("small");
    }
    String target = "/small-" + daemon + files;
    String[] words = {"situ://vol/small", HadoopDaemons.NAME_NODE + target};
    List<String> tool = attachment.situ(state, "attach", words);
    new DaemonFailureDuringAttach(testbed).kill(daemon, files, tool, target, state.resolve("log"));

    attachment.attach(state, "small", target);

    Await.until(
        "hear of all replicas", () -> attachment.locations(target).equals(placement("small")));
    assertThat(testbed.hadoop("hdfs", "dfs", "-ls", "/").orThrow()).doesNotContain(".situ-attach");
    assertThat(testbed.hadoop("hdfs", "dfs", "-cat", target + "/*/*").orThrow())
        .isEqualTo(every("small"));
  }

  private void writeSmall(String directory) throws IOException {
    for (int i = 0; i < SMALL; i++) {
      byte[] bytes = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
      attachment.write(directory + "/" + i % 7 + "/" + i, bytes);
    }
  }

  private String every(String directory) {
    return attachment.names(directory).stream()
        .map(name -> new String(attachment.bytes(name), StandardCharsets.UTF_8))
        .collect(Collectors.joining());
  }

  /** The objects that have a replica on a host. */
  private List<String> placed(String host) {
    return placement("in").entrySet().stream()
        .filter(entry -> entry.getValue().get(0).contains(host))
        .map(entry -> "in/" + entry.getKey())
        .toList();
  }

  private long received(Map<String, HostBytes> before) {
    Map<String, HostBytes> after = testbed.bytes();
    return testbed.hosts().stream()
        .mapToLong(host -> after.get(host).since(before.get(host)).received())
        .sum();
  }
}
