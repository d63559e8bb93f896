// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.attach.HdfsAttachJobs.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds of trees attached to HDFS wherever their bytes are: stock commands and jobs read them,
 * every map where its bytes are. A subclass brings the testbed; its tests share what is attached.
 */
abstract class HdfsAttachContract {

  static final int MEGABYTE = 1 << 20;
  static final String LINE = "some words that are counted, again and again and again\n";

  static final int FILES = 12;
  private static final int ROW = 100;
  private static final Map<Testbed, HdfsAttachment> ATTACHMENTS = new HashMap<>();

  @TempDir Path state;

  Testbed testbed;
  HdfsAttachment attachment;
  HdfsAttachJobs jobs;

  abstract Testbed bringTestbed();

  /** The hosts of every file's one block, as the store has them; here those of its bricks. */
  Map<String, List<List<String>>> placement(String directory) {
    return attachment.bricks(directory);
  }

  @BeforeEach
  void open() throws IOException {
    testbed = bringTestbed();
    jobs = new HdfsAttachJobs(testbed, state);
    attachment = ATTACHMENTS.get(testbed);
    if (attachment == null) {
      attachment = new HdfsAttachment(testbed);
      for (int i = 0; i < FILES; i++) {
        String text = LINE.repeat(12 * MEGABYTE / LINE.length() - i);
        attachment.write("in/text-" + i, text.getBytes(StandardCharsets.US_ASCII));
      }
      attachment.attach(state, "in", "/attached");
      ATTACHMENTS.put(testbed, attachment);
    }
  }

  @AfterEach
  void theObjectsAreAsTheyWere() throws IOException {
    attachment.assertUntouched();
  }

  @Test
  void everyBlockIsWhereTheStoreHasIt() {
    assertThat(attachment.locations("/attached")).hasSize(FILES).isEqualTo(placement("in"));
  }

  @Test
  void wordcountAndGrepReadEveryByteOnItsOwnHost() {
    Ran count = jobs.example("situ", "wordcount", "/attached", "/count");
    assertThat(words(cat("/count/part-r-00000"))).isEqualTo(expected());
    assertNothingTravelled(count, "in");

    Ran search = jobs.example("situ", "grep", "/attached", "/found", "word[a-z]");
    assertThat(cat("/found/part-r-00000")).isEqualTo(lines() + "\twords");
    assertNothingTravelled(search, "in");
  }

  @Tag("long")
  @Test
  void teraSortReadsEveryByteOnItsOwnHost() throws IOException {
    Random random = new Random(7);
    long sum = 0;
    for (int i = 0; i < FILES; i++) {
      byte[] rows = new byte[8 * MEGABYTE / ROW * ROW];
      random.nextBytes(rows);
      attachment.write("tera/rows-" + i, rows);
      sum += sums(rows);
    }
    attachment.attach(state, "tera", "/tera");

    assertNothingTravelled(jobs.example("situ", "terasort", "/tera", "/sorted"), "tera");

    testbed
        .hadoop(
            "hadoop",
            "jar",
            BuiltSourceTree.examples(),
            "teravalidate",
            "-Dmapreduce.framework.name=local",
            "/sorted",
            "/validated")
        .orThrow();
    assertThat(cat("/validated/part-r-00000")).isEqualTo("checksum\t" + Long.toHexString(sum));
  }

  /** TeraValidate's checksum: the sum of every row's CRC-32. */
  private static long sums(byte[] rows) {
    long sum = 0;
    for (int i = 0; i < rows.length; i += ROW) {
      CRC32 row = new CRC32();
      row.update(rows, i, ROW);
      sum += row.getValue();
    }
    return sum;
  }

  @Tag("long")
  @Test
  void testDfsioReadsEveryByteOnItsOwnHost() throws IOException {
    for (int i = 0; i < FILES; i++) {
      byte[] bytes = new byte[8 * MEGABYTE];
      Arrays.fill(bytes, (byte) i);
      attachment.write("io/test_io_" + i, bytes);
    }
    attachment.attach(state, "io", "/benchmarks/TestDFSIO/io_data");

    Ran read =
        jobs.run(
            "situ",
            jobs.dfsio(),
            "org.apache.hadoop.fs.TestDFSIO",
            "-Dsitu.mapreduce.input.names=/benchmarks/TestDFSIO/io_data/{}",
            "-read",
            "-nrFiles",
            Integer.toString(FILES),
            "-size",
            "8MB",
            "-resFile",
            state.resolve("results").toString());

    assertThat(read.said()).containsPattern("Number of files: +" + FILES);
    assertThat(read.said()).containsPattern("Total MBytes processed: +" + FILES * 8);
    assertNothingTravelled(read, "io");
  }

  /** By the counters every map; by network traffic at most heartbeats and the job's own files. */
  private void assertNothingTravelled(Ran job, String directory) {
    job.assertLocal();
    long input =
        attachment.names(directory).stream().mapToLong(name -> attachment.bytes(name).length).sum();
    assertThat(job.mapNetwork()).isLessThan(input / 4);
  }

  private long lines() {
    return lines(number -> true);
  }

  /** In the texts of these numbers. */
  long lines(IntPredicate numbers) {
    return IntStream.range(0, FILES)
        .filter(numbers)
        .mapToLong(number -> attachment.bytes("in/text-" + number).length / LINE.length())
        .sum();
  }

  Map<String, Long> expected() {
    Map<String, Long> counts = new TreeMap<>();
    for (String word : LINE.strip().split(" ")) {
      counts.merge(word, lines(), Long::sum);
    }
    return counts;
  }

  String cat(String file) {
    return testbed.hadoop("hdfs", "dfs", "-cat", file).orThrow();
  }

  static Map<String, Long> words(String output) {
    Map<String, Long> counts = new TreeMap<>();
    for (String line : output.lines().toList()) {
      String[] fields = line.split("\t");
      counts.put(fields[0], Long.parseLong(fields[1]));
    }
    return counts;
  }
}
