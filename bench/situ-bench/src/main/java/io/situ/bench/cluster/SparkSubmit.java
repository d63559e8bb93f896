// SPDX-License-Identifier: Apache-2.0
package io.situ.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.bench.harness.UsageException;
import io.situ.testbed.NetworkSampler;
import io.situ.testbed.Testbed;
import io.situ.testbed.process.Commands;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Spark of its Python package on a testbed's YARN, one executor on each host. {@code bin/dev} makes
 * the Python that has it.
 */
public final class SparkSubmit {

  /** Tasks that an executor, the only one of its host, runs at once. */
  public static final int TASKS = 2;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Testbed testbed;
  private final Path scratch;

  /**
   * @param scratch a directory for scripts and event logs
   */
  public SparkSubmit(Testbed testbed, Path scratch) {
    this.testbed = testbed;
    this.scratch = scratch;
  }

  /**
   * Python with Spark and DuckDB.
   *
   * @throws UsageException if it was not made
   */
  public static Path python() throws UsageException {
    Path python = BuiltSource.path("target/pyspark/bin/python");
    if (!Files.isExecutable(python)) {
      throw new UsageException(
          "there is no " + python + " with Spark and DuckDB: bin/dev bench makes it");
    }
    return python;
  }

  /** Options that load Situ's jar and its plug-in. */
  public static List<String> situ() throws UsageException, IOException {
    String jar = BuiltSource.jar("spark/situ-spark-4").toString();
    return List.of("--jars", jar, "--conf", "spark.plugins=io.situ.spark.SituPlugin");
  }

  /** Options that keep an event log, for {@link #report}. */
  private List<String> eventLog() throws IOException {
    Path events = Files.createDirectories(events());
    return List.of(
        "--conf", "spark.eventLog.enabled=true", "--conf", "spark.eventLog.dir=file://" + events);
  }

  /**
   * Runs a script that measures its parts, as {@code measured.py} does for it.
   *
   * @param arguments of the script; the file that it writes is added as the last one
   */
  public SparkRun measure(List<String> options, String script, String... arguments)
      throws Exception {
    Path result = scratch.resolve("result.json");
    script("measured.py");
    List<String> all = new ArrayList<>(eventLog());
    all.addAll(options);
    List<String> words = new ArrayList<>(List.of(arguments));
    words.add(result.toString());
    long before = storedBytes();
    try (NetworkSampler network = new NetworkSampler(testbed)) {
      submit(all, script, words.toArray(String[]::new));
      long stored = storedBytes() - before;
      JsonNode said = JSON.readTree(result.toFile());
      List<Double> seconds = new ArrayList<>();
      said.path("seconds").forEach(second -> seconds.add(second.asDouble()));
      List<String> digests = new ArrayList<>();
      said.path("digests").forEach(digest -> digests.add(digest.asText()));
      JsonNode report = report(said.path("application").asText());
      long received = network.around(said.path("start").asLong(), said.path("end").asLong());
      return new SparkRun(
          seconds, said.path("processor").asDouble(), digests, report, received, stored);
    }
  }

  /** Once what the kernel keeps is written. */
  private long storedBytes() {
    Commands.run("sync");
    return testbed.storedBytes();
  }

  private JsonNode report(String application) throws IOException {
    return JSON.readTree(
        BuiltSource.situ("report", "--json", "--event-log", events().toString(), application)
            .orThrow());
  }

  private Path events() {
    return scratch.resolve("events");
  }

  /**
   * Runs a script on the first host and waits for its end.
   *
   * @param script a resource beside the benchmarks
   */
  public void submit(List<String> options, String script, String... arguments) throws Exception {
    Path python = python();
    Path spark = home(python);
    List<String> call = new ArrayList<>();
    call.addAll(List.of("env", "SPARK_HOME=" + spark, "PYSPARK_PYTHON=" + python));
    call.addAll(List.of(spark + "/bin/spark-submit", "--master", "yarn"));
    call.addAll(List.of("--num-executors", "" + testbed.options().computeHosts()));
    call.addAll(List.of("--executor-cores", "" + TASKS));
    // Two do not fit on a host, and an application master beside one does.
    call.addAll(List.of("--executor-memory", "1600m", "--driver-memory", "1g"));
    call.addAll(List.of("--conf", "spark.yarn.jars=local:" + spark + "/jars/*"));
    call.addAll(List.of("--conf", "spark.yarn.am.memory=512m"));
    call.addAll(options);
    call.add(script(script));
    call.addAll(List.of(arguments));
    testbed.run("node1", call.toArray(String[]::new)).orThrow();
  }

  private static Path home(Path python) throws IOException {
    Path home = python.getParent().getParent().toRealPath();
    try (Stream<Path> found = Files.find(home, 5, SparkSubmit::isSpark)) {
      return found.findFirst().orElseThrow(() -> new IOException("no pyspark beside " + python));
    }
  }

  private static boolean isSpark(Path path, Object attributes) {
    return path.endsWith("site-packages/pyspark");
  }

  /** The path of a copy in the scratch directory. */
  public String script(String name) throws IOException {
    Path copy = scratch.resolve(name);
    if (!Files.exists(copy)) {
      try (InputStream in = SparkSubmit.class.getResourceAsStream("/io/situ/bench/spark/" + name)) {
        Files.copy(in, copy);
      }
    }
    return copy.toString();
  }
}
