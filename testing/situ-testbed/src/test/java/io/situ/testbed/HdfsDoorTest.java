package io.situ.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A tree on a GlusterFS volume with two replicas, attached to HDFS: stock commands and jobs read it
 * through DataNodes that are stopped, killed and started at will.
 */
class HdfsDoorTest {

  private static final int MEGABYTE = 1 << 20;
  private static final int FILES = 12;
  private static final String LINE = "some words that are counted, again and again and again\n";

  /** Heartbeats, job files, shuffle and history of a job, as seen, doubled. */
  private static final long TALK = 40 * MEGABYTE;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(
          () ->
              TestbedOptions.gluster(3, 2)
                  .withHadoop(
                      TestbedOptions.Hadoop.standard()
                          .withBundle(SourceTree.bundle())
                          .withConf(Map.of("fs.situ.store.vol.read", "brick"))));

  private static final Map<String, Seen> OBJECTS = new TreeMap<>();

  private final Testbed testbed = TESTBED.testbed();

  @TempDir private Path state;

  /** An object as it was before anything was done to HDFS. */
  private record Seen(byte[] bytes, PosixFileAttributes attributes) {}

  @BeforeEach
  void attach() throws IOException {
    if (!OBJECTS.isEmpty()) {
      return;
    }
    Path in = Files.createDirectory(testbed.mount().resolve("in"));
    for (int i = 0; i < FILES; i++) {
      Path file = in.resolve("text-" + i);
      Files.writeString(file, LINE.repeat(12 * MEGABYTE / LINE.length() - i));
      Files.setPosixFilePermissions(
          file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
    }
    for (int i = 0; i < FILES; i++) {
      OBJECTS.put("text-" + i, seen(in.resolve("text-" + i)));
    }
    List<String> words =
        List.of(
            "--conf",
            testbed.confDir().toString(),
            "attach",
            "situ://vol/in",
            "hdfs://node1:8020/door");
    Commands.result(SourceTree.situ(state, words), "").orThrow();
  }

  @AfterEach
  void theObjectsAreAsTheyWere() throws IOException {
    for (Map.Entry<String, Seen> object : OBJECTS.entrySet()) {
      Seen now = seen(testbed.mount().resolve("in").resolve(object.getKey()));
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

  private static Seen seen(Path file) throws IOException {
    return new Seen(
        Files.readAllBytes(file), Files.readAttributes(file, PosixFileAttributes.class));
  }

  @Test
  void everyBlockIsWhereTheStoreHasIt() {
    assertThat(locations()).isEqualTo(placement());
  }

  @Test
  void stockJobsReadEveryByteOnItsOwnHost() {
    Map<String, HostBytes> before = testbed.bytes();
    String count = run("wordcount", "hdfs://node1:8020/door", "hdfs://node1:8020/count");
    long received = received(before);

    assertThat(words(cat("/count/part-r-00000"))).isEqualTo(expected());
    assertThat(number(count, "Data-local map tasks"))
        .isPositive()
        .isEqualTo(number(count, "Launched map tasks"));
    assertThat(received).isLessThan(TALK);

    before = testbed.bytes();
    String search = run("grep", "hdfs://node1:8020/door", "hdfs://node1:8020/found", "word[a-z]");
    received = received(before);

    assertThat(cat("/found/part-r-00000")).as(search).isEqualTo(lines() + "\twords");
    assertThat(number(search, "Data-local map tasks"))
        .isPositive()
        .isEqualTo(number(search, "Launched map tasks"));
    assertThat(received).isLessThan(TALK);
  }

  @Test
  void theChecksumIsThatOfACopy() {
    testbed.hadoop("hdfs", "dfs", "-mkdir", "-p", "/copy").orThrow();
    String object = testbed.mount().resolve("in/text-3").toString();
    testbed.hadoop("hdfs", "dfs", "-put", object, "/copy/text-3").orThrow();
    String mode = "-Ddfs.checksum.combine.mode=COMPOSITE_CRC";

    String attached = testbed.hadoop("hdfs", "dfs", mode, "-checksum", "/door/text-3").orThrow();
    String copy = testbed.hadoop("hdfs", "dfs", mode, "-checksum", "/copy/text-3").orThrow();

    assertThat(attached).contains("COMPOSITE-CRC32C");
    assertThat(sum(attached)).isEqualTo(sum(copy));
  }

  private static String sum(String line) {
    String[] words = line.strip().split("\\s+");
    return words[words.length - 2] + " " + words[words.length - 1];
  }

  @Test
  void theBalancerAndTheMoverLeaveItWhereItIs() {
    testbed.hadoop("hdfs", "balancer", "-threshold", "1").orThrow();
    testbed.hadoop("hdfs", "mover", "-p", "/door");

    assertThat(locations()).isEqualTo(placement());
    assertThat(fsck()).contains("is HEALTHY");
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
    Waits.until("hear of all replicas", () -> locations().equals(placement()));

    readAll("node1");
    assertThat(fsck()).contains("is HEALTHY");
  }

  @Test
  void aDataNodeMayStartBeforeItsStoreIsMounted() {
    testbed.killDaemon("node2", "datanode");
    testbed.run("node2", "umount", "--lazy", testbed.mount().toString()).orThrow();
    try {
      testbed.startDaemon("node2", "datanode");
      testbed.awaitHadoop();
      Waits.until("hear of all replicas", () -> locations().equals(placement()));
      readAll("node2");
    } finally {
      String[] mount = {"mount", "-t", "glusterfs", "node2:/vol", testbed.mount().toString()};
      testbed.run("node2", mount).orThrow();
    }
    assertThat(fsck()).contains("is HEALTHY");
    assertThat(locations()).isEqualTo(placement());

    Map<String, HostBytes> before = testbed.bytes();
    readAll("node2", placed("node2"));
    assertThat(received(before)).isLessThan(placed("node2").size() * 4L * MEGABYTE);
  }

  private void readAll(String host) {
    readAll(host, List.copyOf(OBJECTS.keySet()));
  }

  private void readAll(String host, List<String> names) {
    List<String> cat = new ArrayList<>(List.of("dfs", "-cat"));
    names.forEach(name -> cat.add("/door/" + name));
    String text = Commands.result(testbed.hadoopCommand(host, "hdfs", cat), "").orThrow();
    assertThat(text.length()).isEqualTo(names.stream().mapToInt(HdfsDoorTest::length).sum() - 1);
    assertThat(text.lines().distinct().toList()).containsExactly(LINE.strip());
  }

  private static int length(String name) {
    return OBJECTS.get(name).bytes().length;
  }

  private String fsck() {
    return testbed.hadoop("hdfs", "fsck", "/door", "-files", "-blocks", "-locations").orThrow();
  }

  /** The hosts of every file's one block, as HDFS has them. */
  private Map<String, List<String>> locations() {
    Map<String, List<String>> all = new TreeMap<>();
    String name = "";
    for (String line : fsck().lines().toList()) {
      if (line.startsWith("/door/")) {
        name = line.substring("/door/".length(), line.indexOf(' '));
      } else if (line.contains(" len=")) {
        TreeSet<String> hosts = new TreeSet<>();
        Pattern.compile("WithStorage\\[10\\.66\\.0\\.(\\d):")
            .matcher(line)
            .results()
            .map(match -> "node" + match.group(1))
            .forEach(hosts::add);
        all.put(name, List.copyOf(hosts));
      }
    }
    return all;
  }

  /** The hosts on whose bricks every file is. */
  private Map<String, List<String>> placement() {
    Map<String, List<String>> all = new TreeMap<>();
    for (String name : OBJECTS.keySet()) {
      List<String> hosts = new ArrayList<>();
      for (String host : testbed.hosts()) {
        boolean here =
            List.of("brick1", "brick2").stream()
                .anyMatch(
                    brick -> Files.exists(testbed.disk(host).resolve(brick).resolve("in/" + name)));
        if (here) {
          hosts.add(host);
        }
      }
      all.put(name, hosts);
    }
    return all;
  }

  private List<String> placed(String host) {
    return placement().entrySet().stream()
        .filter(entry -> entry.getValue().contains(host))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Runs one of Hadoop's examples and gives what it said. */
  private String run(String... words) {
    List<String> arguments = new ArrayList<>(List.of("jar", SourceTree.examples(), words[0]));
    arguments.add("-Dmapreduce.framework.name=situ");
    arguments.add("-Dsitu.mapreduce.records.dir=" + state);
    arguments.add("-Dmapreduce.map.speculative=false");
    arguments.addAll(List.of(words).subList(1, words.length));
    CommandResult result = testbed.hadoop("hadoop", arguments.toArray(String[]::new));
    result.orThrow();
    return result.err() + result.out();
  }

  /** Of the first job: grep's second one sorts what the first has found. */
  private static long number(String said, String counter) {
    return Pattern.compile(Pattern.quote(counter) + "=(\\d+)")
        .matcher(said)
        .results()
        .map(MatchResult::group)
        .map(text -> Long.parseLong(text.substring(counter.length() + 1)))
        .findFirst()
        .orElse(0L);
  }

  private long received(Map<String, HostBytes> before) {
    Map<String, HostBytes> after = testbed.bytes();
    return testbed.hosts().stream()
        .mapToLong(host -> after.get(host).since(before.get(host)).received())
        .sum();
  }

  private static long lines() {
    return OBJECTS.values().stream().mapToLong(seen -> seen.bytes().length).sum() / LINE.length();
  }

  private static Map<String, Long> expected() {
    long lines = lines();
    Map<String, Long> counts = new TreeMap<>();
    for (String word : LINE.strip().split(" ")) {
      counts.merge(word, lines, Long::sum);
    }
    return counts;
  }

  private String cat(String file) {
    return testbed.hadoop("hdfs", "dfs", "-cat", file).orThrow();
  }

  private static Map<String, Long> words(String output) {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : output.lines().toList()) {
      String[] fields = line.split("\t");
      counts.put(fields[0], Long.parseLong(fields[1]));
    }
    return counts;
  }
}
