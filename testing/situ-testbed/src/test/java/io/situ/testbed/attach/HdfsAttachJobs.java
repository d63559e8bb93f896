// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.NetworkSampler;
import io.situ.testbed.Testbed;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.HostCommandResult;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs stock jobs with {@code hadoop jar}, and sees what YARN counts and the network carries. */
public final class HdfsAttachJobs {

  private static final String HISTORY = "http://node1:19888/ws/v1/history/mapreduce/jobs/";
  private static final Pattern JOB = Pattern.compile("Running job: (job_\\d+_\\d+)");
  private static final Pattern SUBMITTED = Pattern.compile("\"submitTime\":(\\d+)");
  private static final Pattern FINISHED = Pattern.compile("\"finishTime\":(\\d+)");

  private final Testbed testbed;
  private final Path scratch;

  /**
   * @param scratch for jars and what the jobs remember
   */
  public HdfsAttachJobs(Testbed testbed, Path scratch) {
    this.testbed = testbed;
    this.scratch = scratch;
  }

  /**
   * A job that was successful; of several in a row, the first.
   *
   * @param said what it wrote on the terminal
   * @param mapNetwork bytes that all hosts received while it mapped
   */
  public record Ran(String said, long mapNetwork) {

    public long count(String counter) {
      Matcher found = Pattern.compile(Pattern.quote(counter) + "=(\\d+)").matcher(said);
      return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** That every map ran on a host that holds its bytes, by YARN's own counters. */
    public void assertLocal() {
      assertThat(count("Data-local map tasks"))
          .as(said)
          .isPositive()
          .isEqualTo(count("Launched map tasks"));
      assertThat(count("Rack-local map tasks") + count("Other local map tasks")).isZero();
    }
  }

  /** One of Hadoop's examples. */
  public Ran example(String framework, String name, String... words) {
    return run(framework, BuiltSourceTree.examples(), name, words);
  }

  public Ran run(String framework, String jar, String main, String... words) {
    List<String> arguments = new ArrayList<>(List.of("jar", jar, main));
    arguments.add("-Dmapreduce.framework.name=" + framework);
    arguments.add("-Dsitu.mapreduce.records.dir=" + scratch);
    arguments.add("-Dsitu.mapreduce.locality=strict");
    arguments.add("-Dsitu.mapreduce.locality.wait=300s");
    arguments.add("-Dmapreduce.map.speculative=false");
    // Reduces begin when all maps are over, so that it is known what the maps moved.
    arguments.add("-Dmapreduce.job.reduce.slowstart.completedmaps=1.0");
    arguments.addAll(List.of(words));
    try (NetworkSampler sampler = new NetworkSampler(testbed)) {
      HostCommandResult result = testbed.hadoop("hadoop", arguments.toArray(String[]::new));
      result.orThrow();
      return ran(result.err() + result.out(), sampler);
    }
  }

  private static Ran ran(String said, NetworkSampler sampler) {
    Matcher job = JOB.matcher(said);
    assertThat(job.find()).as(said).isTrue();
    String name = job.group(1);
    long[] times = new long[2];
    Await.until(
        "hear of " + name + " from the history server",
        () -> {
          times[0] = last(SUBMITTED, ask(name));
          times[1] = last(FINISHED, ask(name + "/tasks?type=m"));
          return times[0] > 0 && times[1] > 0;
        });
    return new Ran(said, sampler.within(times[0], times[1]));
  }

  private static long last(Pattern pattern, String text) {
    return pattern.matcher(text).results().mapToLong(found -> time(found.group(1))).max().orElse(0);
  }

  private static long time(String digits) {
    return Long.parseLong(digits);
  }

  private static String ask(String what) throws IOException {
    try (var in = URI.create(HISTORY + what).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** A jar with Hadoop's TestDFSIO. */
  public String dfsio() throws IOException {
    Path jar = scratch.resolve("dfsio.jar");
    if (!Files.exists(jar)) {
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
          JarFile tests = new JarFile(testsOfMapReduce())) {
        for (JarEntry entry : dfsio(tests)) {
          out.putNextEntry(new JarEntry(entry.getName()));
          tests.getInputStream(entry).transferTo(out);
        }
      }
    }
    return jar.toString();
  }

  private static List<JarEntry> dfsio(JarFile tests) {
    Pattern needed =
        Pattern.compile(
            "org/apache/hadoop/fs/(TestDFSIO|IOMapperBase|AccumulatingReducer)(\\$.*)?\\.class");
    return tests.stream().filter(entry -> needed.matcher(entry.getName()).matches()).toList();
  }

  private static String testsOfMapReduce() {
    return Stream.of(System.getProperty("java.class.path").split(":"))
        .filter(jar -> jar.matches(".*hadoop-mapreduce-client-jobclient-[^/]*-tests\\.jar"))
        .findFirst()
        .orElseThrow();
  }
}
