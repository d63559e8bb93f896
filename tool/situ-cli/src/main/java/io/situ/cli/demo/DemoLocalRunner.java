// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.situ.cli.context.Installation;
import io.situ.cli.run.BuiltInJob;
import io.situ.cli.run.Log4j;
import io.situ.storage.local.OpenDirectory;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A temporary directory of this host, and Hadoop's local runner. */
final class DemoLocalRunner implements DemoEnvironment {

  /** {@code org.apache.hadoop.mapreduce.JobSubmitter} says this. */
  private static final Pattern SPLITS = Pattern.compile("number of splits:(\\d+)");

  private static final int MEGABYTES = 48;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DemoSteps steps;
  private final boolean keep;
  private final Path folder;
  private final Installation installation = Installation.find();

  DemoLocalRunner(DemoSteps steps, boolean keep) throws IOException {
    this.steps = steps;
    this.keep = keep;
    this.folder = Files.createTempDirectory("situ-demo");
    Files.createDirectory(input());
  }

  @Override
  public String title() {
    return "one process on this host, Hadoop " + installation.hadoopVersion();
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
    Path out = folder.resolve("out-stock");
    Path log = folder.resolve("stock.log");
    Log4j.write(folder, log);
    String cores = Integer.toString(Runtime.getRuntime().availableProcessors());
    List<String> argv = new ArrayList<>();
    argv.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    argv.addAll(List.of("-XX:SharedArchiveFile=" + installation.archive(), "-Xlog:disable"));
    argv.addAll(List.of("-XX:+UseParallelGC", "-Djava.io.tmpdir=" + folder));
    argv.add("-Dlog4j.configuration=" + folder.resolve(Log4j.FILE).toUri());
    argv.addAll(List.of("-cp", String.join(File.pathSeparator, installation.jobClassPath())));
    argv.add("org.apache.hadoop.util.RunJar");
    argv.add(installation.jobs().resolve(BuiltInJob.WORDCOUNT.jar()).toString());
    argv.add("wordcount");
    argv.addAll(List.of("-Dmapreduce.framework.name=local", "-Dhadoop.tmp.dir=" + folder));
    argv.add("-Dmapreduce.local.map.tasks.maximum=" + cores);
    argv.addAll(List.of("file://" + input(), "file://" + out));
    DemoSteps.Ended ended =
        steps.run("counting words with stock Hadoop", argv, Map.of()).orThrow("the stock job");
    ObjectNode report = JSON.createObjectNode();
    Matcher splits = SPLITS.matcher(Files.readString(log));
    if (splits.find()) {
      report.put("maps", Integer.parseInt(splits.group(1)));
    }
    return arm("stock, file://", ended, report, out);
  }

  @Override
  public DemoVariant inPlace() throws IOException, InterruptedException {
    Path out = folder.resolve("out-in-place");
    List<String> argv =
        List.of(
            Installation.home().resolve("bin/situ").toString(),
            "run",
            "--json",
            BuiltInJob.WORDCOUNT.word(),
            input().toString(),
            out.toString());
    // The stock job is started without it too.
    Map<String, String> without = Map.of("HADOOP_CLIENT_OPTS", "");
    DemoSteps.Ended ended =
        steps.run("counting words in place", argv, without).orThrow("the job in place");
    return arm("in place, situ://", ended, (ObjectNode) JSON.readTree(ended.out()), out);
  }

  private static DemoVariant arm(String name, DemoSteps.Ended ended, ObjectNode report, Path out) {
    return new DemoVariant(
        name, ended.seconds(), report, OptionalLong.empty(), out.resolve("part-r-00000"));
  }

  @Override
  public Optional<String> kept() {
    return keep
        ? Optional.of("the files stay in " + folder + " until you delete them")
        : Optional.empty();
  }

  @Override
  public synchronized void close() throws IOException {
    if (!keep) {
      OpenDirectory.deleteTree(folder);
    }
  }
}
