// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.Commands;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.process.TestbedException;
import io.situ.testbed.state.TestbedOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with their map output on the store, while nodes, masters, files and disks fail. */
@Tag("long")
@Tag("cluster")
class SharedShuffleTest {

  private static final int FILES = 12;
  private static final int ROW = 100;
  private static final int KEY = 10;

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(
          TestbedOptions.gluster(3, 2),
          Map.of("yarn.nm.liveness-monitor.expiry-interval-ms", "10000"));

  private final Testbed testbed = TESTBED.testbed();
  private final TestbedJobs jobs = new TestbedJobs(testbed);

  @TempDir private Path scratch;

  @BeforeEach
  void writeInput() throws IOException {
    jobs.writeWords("in", FILES, 128 << 10);
  }

  private BlockingJob start(String name, String... settings) throws IOException {
    return BlockingJob.start(testbed, BlockingJob.jar(scratch), name, settings);
  }

  private void assertRight(String name) throws IOException {
    assertThat(jobs.words("out-" + name)).isEqualTo(jobs.expected("in"));
    assertThat(testbed.mount().resolve("out-" + name + "/_temporary")).doesNotExist();
  }

  @Test
  void anUnmodifiedJobGivesTheStockAnswerWithoutHttp() throws Exception {
    byte[][] rows = writeRows(testbed.mount().resolve("rows"));
    long before = served();
    CompletableFuture<HostCommandResult> stock = sort("local", "sorted-stock");
    HostCommandResult shared = sort("shared", "sorted").join();
    shared.orThrow();
    stock.join().orThrow();

    assertThat(served() - before).isEqualTo(shuffledMaps(stock.join())).isPositive();
    assertThat(shuffledMaps(shared)).isPositive();
    Arrays.sort(rows, (a, b) -> Arrays.compareUnsigned(a, 0, KEY, b, 0, KEY));
    ByteArrayOutputStream sorted = new ByteArrayOutputStream();
    Stream.of(rows).forEach(sorted::writeBytes);
    assertThat(parts("sorted")).isEqualTo(sorted.toByteArray()).isEqualTo(parts("sorted-stock"));
    assertThat(testbed.mount().resolve("sorted/_temporary")).doesNotExist();
  }

  /** Of all reduces together, as the job's counter reports. */
  private static long shuffledMaps(HostCommandResult job) {
    Matcher count = Pattern.compile("Shuffled Maps =(\\d+)").matcher(job.err());
    assertThat(count.find()).as(job.err()).isTrue();
    return Long.parseLong(count.group(1));
  }

  private CompletableFuture<HostCommandResult> sort(String shuffle, String out) {
    String[] words = {
      "jar",
      BuiltSourceTree.examples(),
      "terasort",
      "-Dmapreduce.framework.name=situ",
      "-Dsitu.mapreduce.shuffle=" + shuffle,
      "-Dmapreduce.job.reduces=3",
      "-Dmapreduce.map.speculative=false",
      "-Dmapreduce.reduce.speculative=false",
      "situ://vol/rows",
      "situ://vol/" + out
    };
    return CompletableFuture.supplyAsync(() -> testbed.hadoop("hadoop", words));
  }

  private byte[][] writeRows(Path directory) throws IOException {
    Files.createDirectory(directory);
    Random random = new Random(1);
    byte[][] rows = new byte[60_000][ROW];
    for (byte[] row : rows) {
      random.nextBytes(row);
    }
    for (int file = 0; file < FILES; file++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int row = file; row < rows.length; row += FILES) {
        bytes.writeBytes(rows[row]);
      }
      Files.write(directory.resolve("part-" + file), bytes.toByteArray());
    }
    return rows;
  }

  private byte[] parts(String output) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int part = 0; part < 3; part++) {
      bytes.writeBytes(
          Files.readAllBytes(testbed.mount().resolve(output).resolve("part-r-0000" + part)));
    }
    return bytes.toByteArray();
  }

  /** Map outputs that NodeManagers sent over HTTP. */
  private long served() throws IOException {
    long sum = 0;
    for (String host : testbed.hosts()) {
      URI page =
          URI.create(
              "http://" + host + ":8042/jmx?qry=Hadoop:service=NodeManager,name=ShuffleMetrics");
      try (var in = page.toURL().openStream()) {
        Matcher count =
            Pattern.compile("\"ShuffleOutputsOK\" : (\\d+)")
                .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        assertThat(count.find()).isTrue();
        sum += Long.parseLong(count.group(1));
      }
    }
    return sum;
  }

  @Test
  void finishedMapsOfALostNodeDoNotRunAgain() throws Exception {
    BlockingJob job = start("lost", "mapreduce.job.reduces=2", "mapreduce.reduce.memory.mb=1536");
    job.awaitAttempts("r", 2);
    String master = job.masterHost();
    String lost =
        testbed.hosts().stream()
            .filter(host -> !host.equals(master) && hasReduce(job, host))
            .findFirst()
            .orElseThrow();
    assertThat(job.attemptsOn(lost, "m")).isNotEmpty();
    testbed.killDaemon(lost, "nodemanager");
    try {
      job.awaitAttempts("r", 3);
      job.go().join().orThrow();
    } finally {
      testbed.startDaemon(lost, "nodemanager");
      testbed.awaitHadoop();
    }
    assertThat(job.attempts("m")).isNotEmpty().allMatch(attempt -> attempt.endsWith("_0"));
    assertRight("lost");
  }

  private static boolean hasReduce(BlockingJob job, String host) {
    try {
      return !job.attemptsOn(host, "r").isEmpty();
    } catch (IOException e) {
      throw new TestbedException("cannot read the job's notes", e);
    }
  }

  @Test
  void mapsWhoseOutputIsSpoiltRunAgain() throws Exception {
    BlockingJob job =
        start("spoilt", BlockingWordCount.SPOIL + "=true", "situ.mapreduce.shuffle.wait=1s").go();
    HostCommandResult result = job.join();
    result.orThrow();

    assertThat(job.attempts("m"))
        .containsExactlyInAnyOrder(
            "m_000000_0", "m_000000_1", "m_000001_0", "m_000001_1", "m_000002_0");
    assertThat(result.err()).contains("Failed Shuffles=");
    assertRight("spoilt");
  }

  /** One while it writes, and one that has ended, while a reduce has its output open. */
  @Test
  void attemptsThatAreKilledCostNothingButTime() throws Exception {
    BlockingJob job =
        start("killed", BlockingWordCount.TWIN + "=true", "mapreduce.task.io.sort.mb=1");
    job.awaitAttempts("m", 3);
    job.kill("m_000000_0");
    job.awaitAttempts("m", 4);
    job.awaitAttempts("r", 1);
    job.kill("m_000001_0");
    job.awaitAttempts("m", 5);
    job.go().join().orThrow();

    assertThat(job.attempts("m")).contains("m_000000_0", "m_000000_1", "m_000001_0", "m_000001_1");
    assertRight("killed");
  }

  @Test
  void oneOfTwoTwinsIsRead() throws Exception {
    BlockingJob job =
        start("twins", BlockingWordCount.TWIN + "=true", "mapreduce.map.speculative=true").go();
    job.join().orThrow();

    assertThat(job.attempts("m")).contains("m_000000_0", "m_000000_1");
    assertRight("twins");
  }

  /** One whose committer takes nothing over, and one whose finished maps count. */
  @Test
  void aNewMasterCarriesOn() throws Exception {
    Path place = Files.createDirectory(testbed.mount().resolve("place"));
    BlockingJob afresh = start("afresh");
    BlockingJob resumed =
        start(
            "resumed",
            "situ.mapreduce.shuffle.dir=situ://vol/place",
            "mapreduce.outputcommitter.factory.scheme.situ="
                + "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory");
    for (BlockingJob job : List.of(afresh, resumed)) {
      job.awaitAttempts("r", 1);
      job.killMaster();
    }
    for (BlockingJob job : List.of(afresh, resumed)) {
      job.awaitAttempts("r", 2);
      job.go().join().orThrow();
    }

    assertThat(afresh.attempts("m")).contains("m_000000_0", "m_000000_1000");
    assertRight("afresh");
    assertThat(resumed.attempts("r")).contains("r_000000_0", "r_000000_1000");
    assertThat(resumed.attempts("m")).isNotEmpty().allMatch(attempt -> attempt.endsWith("_0"));
    assertRight("resumed");
    assertThat(place).isEmptyDirectory();
  }

  /** The master cannot remove the directory, and no committer does: the client is left. */
  @Test
  void aMasterThatIsKilledForGoodLeavesNothing() throws Exception {
    Path place = Files.createDirectory(testbed.mount().resolve("kept"));
    BlockingJob job =
        start(
            "master", "situ.mapreduce.shuffle.dir=situ://vol/kept", "mapreduce.am.max-attempts=1");
    job.awaitAttempts("r", 1);
    assertThat(place).isNotEmptyDirectory();
    job.killMaster();

    assertThat(job.go().join().exitCode()).isNotZero();
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void aHostThatCannotUseTheDirectoryIsLeftOut() throws Exception {
    LoopDisk disk = new LoopDisk(testbed, "there", 64);
    Path place = disk.makeDirectory("place");
    disk.forbidWriting("node2");
    LoopDisk away = new LoopDisk(testbed, "away", 64);
    Path gone = away.makeDirectory("place");
    away.takeAway("node3");
    // One reduce on each host, also where it may read only.
    BlockingJob readOnly =
        start(
            "read-only",
            "situ.mapreduce.shuffle.dir=file://" + place,
            "mapreduce.job.reduces=3",
            "mapreduce.reduce.memory.mb=1536");
    readOnly.awaitAttempts("r", 3);
    readOnly.go();
    BlockingJob missing = start("missing", "situ.mapreduce.shuffle.dir=file://" + gone).go();
    HostCommandResult first = readOnly.join();
    HostCommandResult second = missing.join();

    first.orThrow();
    assertThat(first.err())
        .contains("cannot be used: it is mounted read-only on node2")
        .doesNotContain("Failed Shuffles=1");
    assertRight("read-only");
    assertThat(disk.list(place)).isEmpty();
    second.orThrow();
    assertThat(second.err())
        .contains("cannot be used: it is not there on node3; is the store mounted on that host?");
    assertRight("missing");
    assertThat(away.list(gone)).isEmpty();
  }

  @Test
  void anUnusableDirectoryIsReportedInASentenceAndLeftEmpty() throws Exception {
    LoopDisk small = new LoopDisk(testbed, "small", 2);
    Path full = small.makeDirectory("place");
    BlockingJob job =
        start("full", "situ.mapreduce.shuffle.dir=file://" + full, "mapreduce.map.maxattempts=2");
    LoopDisk disk = new LoopDisk(testbed, "refusing", 8);
    Path place = disk.makeDirectory("place");
    Path others = disk.makeDirectory("others");
    testbed.run("node1", "chown", "65534:65534", others.toString()).orThrow();
    disk.forbidWriting("node2");
    disk.takeAway("node3");
    // root as users are: permissions count.
    List<String> asUser = List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");

    assertThat(refusal(List.of(), "node2", place))
        .contains("'" + place + "/situ-shuffle-job_", "it is mounted read-only on node2");
    assertThat(refusal(List.of(), "node3", place)).contains("there is no directory at '" + place);
    assertThat(refusal(asUser, "node1", others)).contains("user root may not write there on node1");
    assertThat(disk.list(place) + disk.list(others)).isEmpty();
    assertThat(testbed.mount().resolve("out-refused")).doesNotExist();

    HostCommandResult result = job.join();
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.err())
        .contains(
            "cannot be used: there is no room left; make room, or set"
                + " situ.mapreduce.shuffle=local");
    assertThat(small.list(full)).isEmpty();
    assertThat(testbed.mount().resolve("out-full")).doesNotExist();
  }

  private String refusal(List<String> how, String host, Path place) throws IOException {
    List<String> words = new ArrayList<>(List.of("jar", BuiltSourceTree.examples(), "wordcount"));
    words.add("-Dmapreduce.framework.name=situ");
    words.add("-Dsitu.mapreduce.shuffle=shared");
    words.add("-Dsitu.mapreduce.shuffle.dir=file://" + place);
    words.addAll(List.of("situ://vol/in", "situ://vol/out-refused"));
    HostCommandResult result =
        Commands.result(Commands.concat(how, testbed.hadoopCommand(host, "hadoop", words)), "");
    assertThat(result.exitCode()).isNotZero();
    return result.err();
  }
}
