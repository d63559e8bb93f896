// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.attach.HdfsAttachJobs;
import io.situ.testbed.attach.HdfsAttachment;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three hosts on a CephFS that none of them mounts. */
@Tag("long")
@Tag("cluster")
class LibCephFsJobsTest extends TestbedJobsFixture {

  private static final String LINE = "some words that are counted, again and again and again\n";
  private static final int BYTES = 64 << 20;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      TestbedExtension.of(
          () ->
              TestbedOptions.ceph(3, 2)
                  .withStore(
                      new TestbedOptions.Storage(TestbedOptions.StoreKind.CEPH, 2).withoutMount())
                  .withHadoop(BuiltSourceTree.hadoop(attachment())));

  /** DataNodes with Ceph's library in them, as a testbed does not have them by itself. */
  private static Map<String, String> attachment() {
    try {
      Path secret = Files.createTempFile("situ-secret", "");
      secret.toFile().deleteOnExit();
      Files.writeString(secret, "0123456789abcdef0123456789abcdef");
      return Map.of(
          "dfs.datanode.plugins", "io.situ.hdfs.datanode.SituDataNodePlugin",
          "dfs.datanode.fsdataset.factory", "io.situ.hdfs.datanode.SituDatasetFactory",
          "fs.situ.hdfs.secret.file", secret.toString(),
          "fs.situ.hdfs.stores", "vol");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LibCephFsJobsTest() {
    super(TESTBED);
  }

  @Test
  void aJobReadsAndWritesWhereItsObjectsAreAndNothingIsMounted() throws Exception {
    Path text = records.resolve("text");
    Files.write(text, LINE.repeat(BYTES / LINE.length()).getBytes(StandardCharsets.US_ASCII));
    hadoop("fs", "-mkdir", "situ://vol/in");
    hadoop("fs", "-put", text.toString(), "situ://vol/in/text");
    runStrictly("situ://vol/in", "situ://vol/out", CUT, LONG_WAIT).orThrow();

    assertThat(counted(hadoop("fs", "-cat", "situ://vol/out/part-r-00000"))).isEqualTo(expected());
    JobJson record = JobJson.only(records);
    assertThat(record.number("maps")).isGreaterThanOrEqualTo(3);
    assertThat(record.number("dataLocalMaps")).isEqualTo(record.number("maps"));
    assertThat(record.number("bytesLocal")).isGreaterThan(47 << 20);
    for (String host : testbed.hosts()) {
      assertThat(testbed.run(host, "cat", "/proc/self/mountinfo").orThrow())
          .doesNotContain("ceph-fuse");
    }
    assertThat(testbed.env()).doesNotContainKey("SITU_TESTBED_MOUNT");
  }

  @Test
  void attachedFilesAreServedByHostsThatMountNothing() throws Exception {
    Path text = records.resolve("attached");
    Files.write(text, LINE.repeat(BYTES / LINE.length()).getBytes(StandardCharsets.US_ASCII));
    hadoop("fs", "-mkdir", "-p", "situ://vol/attached");
    hadoop("fs", "-put", text.toString(), "situ://vol/attached/text");
    HdfsAttachment attachment = new HdfsAttachment(testbed);

    attachment.attach(records, "attached", "/attached");

    List<List<String>> blocks = attachment.locations("/attached").get("text");
    assertThat(blocks).hasSizeGreaterThan(3).allMatch(hosts -> hosts.size() == 1);
    assertThat(blocks.stream().flatMap(List::stream).distinct()).hasSize(3);
    assertThat(Files.readAllBytes(text))
        .isEqualTo(
            testbed
                .hadoop("hdfs", "dfs", "-cat", "/attached/text")
                .orThrow()
                .concat("\n")
                .getBytes(StandardCharsets.US_ASCII));
    new HdfsAttachJobs(testbed, records).example("situ", "wordcount", "/attached", "/counted");
    assertThat(counted(testbed.hadoop("hdfs", "dfs", "-cat", "/counted/part-r-00000").orThrow()))
        .isEqualTo(expected());
  }

  private String hadoop(String... arguments) {
    return testbed.hadoop("hadoop", arguments).orThrow();
  }

  private static Map<String, Long> counted(String output) {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : output.lines().toList()) {
      String[] fields = line.split("\t");
      if (fields.length == 2) {
        counts.put(fields[0], Long.parseLong(fields[1]));
      }
    }
    return counts;
  }

  private static Map<String, Long> expected() {
    Map<String, Long> counts = new TreeMap<>();
    for (String word : LINE.strip().split(" ")) {
      counts.merge(word, (long) (BYTES / LINE.length()), Long::sum);
    }
    return counts;
  }
}
