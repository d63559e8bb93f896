// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.NetworkSampler;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stock jobs on three hosts and a GlusterFS volume with two replicas: every map runs where its
 * bytes are, and the network traffic agrees with the counters.
 */
@Tag("cluster")
class InPlaceJobsTest {

  private static final int MEGABYTE = 1 << 20;
  private static final int FILES = 12;
  private static final long FILE_BYTES = 12 * MEGABYTE;

  /**
   * Heartbeats, job files and metadata until the last map ends: four times what was seen, for it
   * grows with the time that maps take.
   */
  private static final long TALK = 10 * MEGABYTE;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();

  @TempDir private Path records;

  @BeforeEach
  void writeInput() throws IOException {
    Path in = testbed.mount().resolve("lines");
    if (Files.exists(in)) {
      return;
    }
    Files.createDirectory(in);
    byte[] line = "some words that are counted, again and again and again\n".getBytes("UTF-8");
    byte[] file = new byte[(int) (FILE_BYTES / line.length) * line.length];
    for (int i = 0; i < file.length; i++) {
      file[i] = line[i % line.length];
    }
    for (int i = 0; i < FILES; i++) {
      Files.write(in.resolve("text-" + i), file);
    }
  }

  @Test
  void everyMapReadsFromItsOwnHostAndTheNetworkIsIdle() throws IOException {
    Ran ran = run("wordcount", "situ://vol/lines", "situ://vol/out");
    JobJson record = ran.record();

    assertThat(words(testbed.mount().resolve("out"))).isEqualTo(expected());
    assertThat(record.number("maps")).isBetween(3L, 12L);
    assertThat(record.text()).contains("\"packing\" : \"grouped: ");
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertThat(record.number("bytesLocal")).isEqualTo(inputBytes());
    assertThat(record.number("bytesRack") + record.number("bytesRemote")).isZero();
    assertThat(ran.mapNetwork()).isLessThan(TALK);
    assertThat(record.decimal("balance")).isLessThan(1.15);
    assertThat(record.text()).contains("\"map\" :", "\"shuffle\" :", "\"sort\" :", "\"reduce\" :");
  }

  /** With two of three NodeManagers gone, a third of the files is on none of the hosts left. */
  @Tag("long")
  @Test
  void whatTheCountersCallRemoteCrossedTheNetwork() throws IOException {
    testbed.stopDaemon("node2", "nodemanager");
    testbed.stopDaemon("node3", "nodemanager");
    try {
      Ran ran = run("wordcount", "situ://vol/lines", "situ://vol/out-far");
      JobJson record = ran.record();

      assertThat(words(testbed.mount().resolve("out-far"))).isEqualTo(expected());
      assertThat(record.text()).contains("\"node2\"", "\"node3\"").contains("unknownHosts");
      long far = inputBytes() - record.number("bytesLocal");
      assertThat(far).isEqualTo(record.number("bytesRack") + record.number("bytesRemote"));
      assertThat(far).isEqualTo(bytesNotOn("node1")).isPositive();
      assertThat(ran.mapNetwork()).isBetween(far, far + TALK);
    } finally {
      testbed.startDaemon("node2", "nodemanager");
      testbed.startDaemon("node3", "nodemanager");
      testbed.awaitHadoop();
    }
  }

  @Tag("long")
  @Test
  void manySmallFilesAreFewTasks() throws IOException {
    Path in = Files.createDirectory(testbed.mount().resolve("small"));
    for (int i = 0; i < 600; i++) {
      Files.writeString(in.resolve("s" + i), "needle " + i % 3 + "\nhay\n");
    }
    JobJson search = run("grep", "situ://vol/small", "situ://vol/found", "needle [0-9]").record();

    assertThat(Files.readString(testbed.mount().resolve("found/part-r-00000")))
        .contains("200\tneedle 0", "200\tneedle 1", "200\tneedle 2");
    assertThat(search.number("splits")).isEqualTo(600);
    assertThat(search.number("maps")).isLessThanOrEqualTo(3);
    assertThat(search.number("dataLocalMaps")).isEqualTo(search.number("maps"));
  }

  @Tag("long")
  @Test
  void aJobThatIsLeftAloneSaysWhyAndStaysLocal() throws IOException {
    Path in = Files.createDirectory(testbed.mount().resolve("few"));
    for (int i = 0; i < 4; i++) {
      Files.writeString(in.resolve("f" + i), "a b a\n");
    }
    JobJson record =
        run(
                "wordcount",
                "-Dsitu.mapreduce.regroup.deny="
                    + "org.apache.hadoop.mapreduce.lib.input.TextInputFormat",
                "situ://vol/few",
                "situ://vol/out-few")
            .record();

    assertThat(words(testbed.mount().resolve("out-few"))).isEqualTo(Map.of("a", 8L, "b", 4L));
    assertThat(record.text())
        .containsPattern("\"leftAlone\" : \"its input format .*TextInputFormat");
    assertThat(record.number("maps")).isEqualTo(4);
    assertThat(record.number("dataLocalMaps")).isEqualTo(4);
  }

  /**
   * What a run did.
   *
   * @param mapNetwork bytes that all hosts received from the submission to the end of the last map
   */
  private record Ran(JobJson record, long mapNetwork) {}

  /** Runs one of Hadoop's examples and gives what its first job did. */
  private Ran run(String... words) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("jar", BuiltSourceTree.examples(), words[0]));
    arguments.add("-Dmapreduce.framework.name=situ");
    arguments.add("-Dsitu.mapreduce.records.dir=" + records);
    arguments.add("-Dsitu.mapreduce.locality=strict");
    arguments.add("-Dmapreduce.map.speculative=false");
    arguments.add("-Dmapreduce.reduce.speculative=false");
    // Reduces begin when all maps are over, so that it is known what the maps moved.
    arguments.add("-Dmapreduce.job.reduce.slowstart.completedmaps=1.0");
    arguments.addAll(List.of(words).subList(1, words.length));
    try (NetworkSampler sampler = new NetworkSampler(testbed)) {
      testbed.hadoop("hadoop", arguments.toArray(String[]::new)).orThrow();
      JobJson record = JobJson.only(records);
      return new Ran(record, record.mapNetwork(sampler));
    }
  }

  private long inputBytes() throws IOException {
    return FILES * Files.size(testbed.mount().resolve("lines/text-0"));
  }

  private long bytesNotOn(String host) throws IOException {
    long on = 0;
    for (int i = 0; i < FILES; i++) {
      for (String brick : List.of("brick1", "brick2")) {
        on += Files.exists(testbed.disk(host).resolve(brick).resolve("lines/text-" + i)) ? 1 : 0;
      }
    }
    return (FILES - on) * Files.size(testbed.mount().resolve("lines/text-0"));
  }

  private Map<String, Long> expected() throws IOException {
    long lines = inputBytes() / 55;
    return Map.of(
        "some",
        lines,
        "words",
        lines,
        "that",
        lines,
        "are",
        lines,
        "counted,",
        lines,
        "again",
        3 * lines,
        "and",
        2 * lines);
  }

  private static Map<String, Long> words(Path output) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : Files.readAllLines(output.resolve("part-r-00000"))) {
      String[] fields = line.split("\t");
      counts.put(fields[0], Long.parseLong(fields[1]));
    }
    return counts;
  }
}
