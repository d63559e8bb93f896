// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import io.situ.testbed.BuiltSourceTree;
import io.situ.testbed.Testbed;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Word counts on a testbed with YARN. */
final class TestbedJobs {

  private static final String LINE = "some words that are counted, again and again and again\n";
  private static final String YARN = "http://node1:8088/ws/v1/cluster/";

  private final Testbed testbed;

  TestbedJobs(Testbed testbed) {
    this.testbed = testbed;
  }

  /** Writes files of whole lines, if they are not there. */
  void writeWords(String directory, int files, int bytesEach) throws IOException {
    Path in = testbed.mount().resolve(directory);
    if (Files.exists(in)) {
      return;
    }
    Files.createDirectory(in);
    byte[] content = LINE.repeat(bytesEach / LINE.length()).getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < files; i++) {
      Files.write(in.resolve("text-" + i), content);
    }
  }

  /** How long the files of a directory are together. */
  long bytes(String directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(testbed.mount().resolve(directory))) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** What a word count of {@link #writeWords} gives. */
  Map<String, Long> expected(String directory) throws IOException {
    long lines = bytes(directory) / LINE.length();
    Map<String, Long> counts = new HashMap<>();
    for (String word : LINE.strip().split(" ")) {
      counts.merge(word, lines, Long::sum);
    }
    return counts;
  }

  /** What a word count wrote. */
  Map<String, Long> words(String output) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    try (var parts = Files.newDirectoryStream(testbed.mount().resolve(output), "part-r-*")) {
      for (Path part : parts) {
        for (String line : Files.readAllLines(part)) {
          String[] fields = line.split("\t");
          counts.put(fields[0], Long.parseLong(fields[1]));
        }
      }
    }
    return counts;
  }

  /** Starts a word count; its record goes to a directory of its own. */
  CompletableFuture<HostCommandResult> start(
      String framework, Path records, String in, String out, String... settings) {
    List<String> arguments =
        new ArrayList<>(List.of("jar", BuiltSourceTree.examples(), "wordcount"));
    arguments.add("-Dmapreduce.framework.name=" + framework);
    arguments.add("-Dsitu.mapreduce.records.dir=" + records);
    arguments.add("-Dmapreduce.map.speculative=false");
    arguments.add("-Dmapreduce.reduce.speculative=false");
    for (String setting : settings) {
      arguments.add("-D" + setting);
    }
    arguments.addAll(List.of(in, out));
    return CompletableFuture.supplyAsync(
        () -> testbed.hadoop("hadoop", arguments.toArray(String[]::new)));
  }

  /** Waits until a job has so many containers at once. */
  void awaitContainers(int count) {
    Pattern containers = Pattern.compile("\"runningContainers\":(\\d+)");
    Await.until(
        "run " + count + " containers",
        () ->
            containers
                .matcher(ask("apps?states=RUNNING"))
                .results()
                .anyMatch(found -> Integer.parseInt(found.group(1)) >= count));
  }

  /** The host of the application master of the job that runs. */
  String masterHost() throws IOException {
    Matcher host =
        Pattern.compile("\"amHostHttpAddress\":\"([^:]+):").matcher(ask("apps?states=RUNNING"));
    if (!host.find()) {
      throw new TestbedException("YARN does not report where the master runs");
    }
    return host.group(1);
  }

  /** YARN's name of a host's NodeManager. */
  String nodeId(String host) throws IOException {
    Matcher id = Pattern.compile("\"id\":\"(" + host + ":\\d+)\"").matcher(ask("nodes"));
    if (!id.find()) {
      throw new TestbedException("YARN does not know " + host);
    }
    return id.group(1);
  }

  /** Changes how much memory a node gives to containers, and waits until YARN knows. */
  void resize(String nodeId, int megabytes) {
    testbed
        .hadoop("yarn", "rmadmin", "-updateNodeResource", nodeId, Integer.toString(megabytes), "8")
        .orThrow();
  }

  /** What the ResourceManager says of the cluster. */
  static String ask(String what) throws IOException {
    try (var in = URI.create(YARN + what).toURL().openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
