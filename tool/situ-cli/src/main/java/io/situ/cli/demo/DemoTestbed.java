// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.situ.cli.context.Installation;
import io.situ.cli.run.BuiltInJob;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Three hosts with a GlusterFS volume and Hadoop, made by {@code bin/dev testbed}. One that was up
 * before, and is the same, is used and stays.
 */
final class DemoTestbed implements DemoEnvironment {

  private static final List<String> UP =
      List.of("up", "--hosts", "3", "--store", "gluster", "--replica", "2", "--link", "1gbit");

  /** Exit codes of the testbed's command. */
  private static final int NONE_IS_UP = 1;

  private static final int NOTHING_BEGUN = 4;

  private static final int MEGABYTES = 192;
  private static final Pattern JOB = Pattern.compile("Running job: (job_\\d+_\\d+)");
  private static final Pattern ASSIGNMENT = Pattern.compile("(?m)^export (\\w+)='([^']*)'$");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DemoSteps steps;
  private final boolean keep;
  private final Installation installation = Installation.find();
  private final Path home = Installation.home();
  private final Map<String, String> env = new TreeMap<>();
  private boolean made;
  private Path folder;

  DemoTestbed(DemoSteps steps, boolean keep) {
    this.steps = steps;
    this.keep = keep;
  }

  /** Makes the hosts, or says why that cannot be. */
  Optional<String> up() throws IOException, InterruptedException {
    if (!Files.isExecutable(program())) {
      return Optional.of("this source tree has no testbed");
    }
    boolean first = testbed("looking for a testbed", List.of("status")).code() == NONE_IS_UP;
    made(first);
    DemoSteps.Ended up = testbed("starting three hosts, a GlusterFS volume and Hadoop", UP);
    if (up.code() != 0) {
      made(first && up.code() != NOTHING_BEGUN);
      return Optional.of(up.reason().replaceFirst("^testbed: ", ""));
    }
    Matcher lines = ASSIGNMENT.matcher(testbed("asking", List.of("env")).out());
    while (lines.find()) {
      env.put(lines.group(1), lines.group(2));
    }
    newFolder();
    return Optional.empty();
  }

  private synchronized void made(boolean value) {
    made = value;
  }

  private synchronized void newFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of(env.get("SITU_TESTBED_MOUNT")), "demo");
    Files.createDirectory(input());
  }

  private Path program() {
    return home.resolve("testing/bin/testbed");
  }

  private List<String> call(List<String> words) {
    List<String> argv = new ArrayList<>(List.of(program().toString()));
    argv.addAll(words);
    return argv;
  }

  private DemoSteps.Ended testbed(String step, List<String> words)
      throws IOException, InterruptedException {
    return steps.run(step, call(words), Map.of());
  }

  @Override
  public String title() {
    return "three hosts on this machine, links of 1 Gb/s, a GlusterFS volume with two copies of"
        + " each file, Hadoop "
        + installation.hadoopVersion();
  }

  @Override
  public int megabytes() {
    return MEGABYTES;
  }

  @Override
  public Path input() {
    return folder.resolve("in");
  }

  @Override
  public DemoVariant stock() throws IOException, InterruptedException {
    return run("stock, yarn and file://", "yarn", "file://" + folder, "out-stock");
  }

  @Override
  public DemoVariant inPlace() throws IOException, InterruptedException {
    String uri = "situ://vol/" + folder.getFileName();
    return run("in place, situ and situ://", "situ", uri, "out-in-place");
  }

  /** Both are the same command, but for what is compared. */
  private DemoVariant run(String name, String framework, String at, String out)
      throws IOException, InterruptedException {
    List<String> words =
        List.of(
            "hadoop",
            "jar",
            installation.jobs().resolve(BuiltInJob.WORDCOUNT.jar()).toString(),
            BuiltInJob.WORDCOUNT.word(),
            "-Dmapreduce.framework.name=" + framework,
            at + "/in",
            at + "/" + out);
    long before = received();
    DemoSteps.Ended ended = testbed("counting words " + name, words).orThrow("the job " + name);
    long network = received() - before;
    return new DemoVariant(
        name,
        ended.seconds(),
        report(ended),
        OptionalLong.of(network),
        folder.resolve(out).resolve("part-r-00000"));
  }

  private long received() throws IOException, InterruptedException {
    long bytes = 0;
    JsonNode hosts = JSON.readTree(testbed("counting bytes", List.of("bytes")).out()).path("hosts");
    for (JsonNode host : hosts) {
      bytes += host.path("rxBytes").asLong();
    }
    return bytes;
  }

  private JsonNode report(DemoSteps.Ended job) throws IOException, InterruptedException {
    Matcher id = JOB.matcher(job.log());
    if (!id.find()) {
      return JSON.createObjectNode();
    }
    List<String> argv =
        List.of(
            home.resolve("bin/situ").toString(),
            "report",
            "--json",
            "--conf",
            env.get("HADOOP_CONF_DIR"),
            id.group(1));
    return JSON.readTree(
        steps.run("asking what the job did", argv, Map.of()).orThrow("report").out());
  }

  @Override
  public Optional<String> kept() {
    return keep || !made
        ? Optional.of("the testbed stays up until 'bin/dev testbed down'")
        : Optional.empty();
  }

  @Override
  public synchronized void close() throws IOException {
    if (keep) {
      return;
    }
    if (made) {
      steps.show("taking the hosts away");
      if (DemoSteps.clear(call(List.of("down"))) != 0) {
        throw new IOException("the testbed could not be ended; try: bin/dev testbed down");
      }
      steps.end();
    } else if (folder != null) {
      OpenDirectory.deleteTree(folder);
    }
    folder = null;
  }
}
