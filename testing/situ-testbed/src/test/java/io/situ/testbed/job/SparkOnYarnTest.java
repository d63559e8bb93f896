// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.JobJson;
import io.situ.testbed.Testbed;
import io.situ.testbed.TestbedExtension;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.state.TestbedOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code situ spark} on YARN of three hosts, with a Spark that knows nothing of Situ. */
@Tag("cluster")
class SparkOnYarnTest {

  private static final int FILES = 6;
  private static final int FILE_BYTES = 4 << 20;

  /** For processes that end within seconds. */
  private static final String QUICK_JVM = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  @RegisterExtension
  static final TestbedExtension TESTBED =
      BuiltSourceTree.testbed(TestbedOptions.gluster(3, 2)).leftToTheNext();

  private final Testbed testbed = TESTBED.testbed();
  private final TestbedJobs jobs = new TestbedJobs(testbed);

  @TempDir private Path scratch;
  private Path spark;

  @BeforeEach
  void layOut() throws IOException {
    spark = BuiltSourceTree.sparkHome(scratch);
    jobs.writeWords("spark-in", FILES, FILE_BYTES);
  }

  private HostCommandResult situ(String... words) {
    List<String> call = new ArrayList<>(List.of("env", "SPARK_HOME=" + spark));
    call.addAll(BuiltSourceTree.situ(scratch.resolve("state"), List.of(words)));
    return testbed.run("node1", call.toArray(String[]::new));
  }

  @Test
  void reportsWhatAnApplicationReadAndFromWhere() throws IOException {
    HostCommandResult run =
        situ(
            "--conf",
            testbed.confDir().toString(),
            "spark",
            "--json",
            "--master",
            "yarn",
            "--num-executors",
            "3",
            "--executor-memory",
            "600m",
            "--conf",
            "spark.yarn.am.memory=512m",
            "--conf",
            "spark.yarn.am.extraJavaOptions=" + QUICK_JVM,
            "--conf",
            "spark.executor.extraJavaOptions=" + QUICK_JVM,
            "--conf",
            "spark.yarn.jars=local:" + spark + "/jars/*",
            "--class",
            "io.situ.testing.SparkWords",
            BuiltSourceTree.sparkProgram(scratch, "SparkWords").toString(),
            "situ://vol/spark-in",
            "sql");

    run.orThrow();
    for (Map.Entry<String, Long> word : jobs.expected("spark-in").entrySet()) {
      assertThat(run.err()).contains("word " + word.getKey() + " " + word.getValue());
    }
    assertThat(run.err()).contains("lines 1");
    JobJson report = new JobJson(run.out());
    assertThat(report.text())
        .contains("\"application\" : \"application_", "\"state\" : \"SUCCEEDED\"")
        .containsPattern("\"host\" : \"node[123]\"");
    assertThat(report.number("failedTasks")).isZero();
    // Once as an RDD and once by a scan.
    assertThat(report.number("bytesLocal") + report.number("bytesRemote"))
        .isGreaterThanOrEqualTo(2 * jobs.bytes("spark-in"));
    assertThat(report.number("bytesLocal")).isPositive();
    assertThat(report.number("bytesUnknown") + report.number("bytesRack")).isZero();
    assertThat(report.number("bytesPlanned")).isEqualTo(jobs.bytes("spark-in"));

    String text = situ("report").orThrow();
    assertThat(text).startsWith("words (application_").contains(") succeeded in ", "  possible ");
  }
}
