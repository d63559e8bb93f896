// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.report.KeptReport;
import io.situ.cli.report.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkCommandTest {

  private static final String DIRECTORY = "spark.eventLog.dir=hdfs:///logs";

  @TempDir private Path scratch;

  /** What is kept of an application on YARN whose event log is not on this host. */
  private Optional<KeptReport> kept(int code, String... more) throws IOException {
    RunDirectory run = new RunDirectory(scratch);
    List<String> words = new ArrayList<>(List.of("--master", "yarn", "--deploy-mode", "cluster"));
    words.addAll(List.of(more));
    words.add("a.py");
    SubmitArguments arguments = new SubmitArguments(words, scratch.resolve("none"));
    SparkCommand.keep(run, arguments, Optional.empty(), 12, code);
    assertThat(run.summary().orElseThrow().exitCode()).isEqualTo(code);
    return run.report();
  }

  private static String logged(String enabled) {
    return "spark.eventLog.enabled=" + enabled;
  }

  @Test
  void successWithAnEventLogElsewhereIsKeptWithTheWayToTheReport() throws IOException {
    KeptReport report = kept(0, "--conf", logged("true"), "--conf", DIRECTORY).orElseThrow();

    assertThat(report.lines())
        .singleElement()
        .asString()
        .contains("succeeded", "'situ report APPLICATION --event-log hdfs:///logs'");
    assertThat(report.json().path("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(report.json().has("inputBytes")).isFalse();
    assertThat(kept(0, "--conf", logged("true")).orElseThrow().lines().toString())
        .contains("not on this host: set spark.eventLog.dir to a directory on a shared file system")
        .doesNotContain("spark-events");
  }

  @Test
  void successWithoutAnEventLogIsKeptWithTheWayToOneOfTheNextRun() throws IOException {
    for (KeptReport report :
        List.of(
            kept(0).orElseThrow(),
            kept(0, "--conf", logged("false"), "--conf", DIRECTORY).orElseThrow())) {
      assertThat(report.lines())
          .singleElement()
          .asString()
          .contains("succeeded", "no event log was written: for a report of the next run set")
          .doesNotContain("situ report");
      assertThat(report.json().path("state").asText()).isEqualTo("SUCCEEDED");
    }
  }

  @Test
  void aSubmissionThatDoesNotWaitIsNoSuccess() throws IOException {
    KeptReport report =
        kept(0, "--conf", "spark.yarn.submit.waitAppCompletion=false").orElseThrow();

    assertThat(report.json().path("state").asText()).isEqualTo("SUBMITTED");
  }

  /** Such as that of Ctrl-C. */
  @Test
  void aSignalThatEndsSparkSubmitDoesNotEndADriverOnTheCluster() throws IOException {
    Path none = scratch.resolve("none");
    SubmitArguments here = new SubmitArguments(List.of("--master", "yarn", "a.py"), none);
    SubmitArguments there =
        new SubmitArguments(List.of("--master", "yarn", "--deploy-mode", "cluster", "a.py"), none);

    assertThat(SparkCommand.exitCode(here, 130)).hasValue(130);
    assertThat(SparkCommand.exitCode(there, 130)).isEmpty();
    assertThat(SparkCommand.exitCode(there, 0)).hasValue(0);
    assertThat(SparkCommand.exitCode(there, 1)).hasValue(1);
    assertThat(SparkCommand.exitCode(there, 255)).hasValue(255);
    assertThat(kept(130)).isEmpty();
  }

  private static Map<String, String> withRealm(Map<String, String> environment, String option) {
    Map<String, String> changed = new HashMap<>(environment);
    SparkCommand.addRealm(changed, List.of("-Xmx1g", option));
    return changed;
  }

  @Test
  void optionsOfKerberosComeBeforeThoseThatTheUserHasForSpark() {
    String realm = "-Djava.security.krb5.conf=/etc/other.conf";
    Map<String, String> own = Map.of("SPARK_SUBMIT_OPTS", "-Da=b");

    assertThat(withRealm(Map.of(), realm)).isEqualTo(Map.of("SPARK_SUBMIT_OPTS", realm));
    assertThat(withRealm(own, realm)).isEqualTo(Map.of("SPARK_SUBMIT_OPTS", realm + " -Da=b"));
    assertThat(withRealm(own, "-Dc=d")).isEqualTo(own);
  }

  @Test
  void optionsOfSparkBeforeItsWordAreNamedWithTheirPlace() {
    Optional<Path> directory = Optional.of(scratch);
    Map<String, String> keys = Map.of("fs.situ.rack", "/r1", "dfs.nameservices", "spark.a=b");
    assertThat(SparkCommand.misplaced(keys, directory)).isEmpty();
    assertThat(SparkCommand.misplaced(keys, Optional.of(Path.of("spark.conf")))).isEmpty();

    String sentence =
        SparkCommand.misplaced(keys, Optional.of(Path.of("spark.ssl.key=secret"))).orElseThrow();
    assertThat(sentence)
        .startsWith("'spark.ssl.key' is a key of Spark and stands after the word 'spark'")
        .contains("situ spark --conf spark.ssl.key=VALUE ARG...")
        .doesNotContain("secret");
    assertThat(SparkCommand.misplaced(Map.of("spark.ssl.key", "secret"), directory))
        .contains(sentence);
  }

  @Test
  void aFailureIsTheRunsOwn() throws IOException {
    assertThat(kept(1)).isEmpty();
  }
}
