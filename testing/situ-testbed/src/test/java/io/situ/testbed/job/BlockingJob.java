// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.job;

import io.situ.testbed.LeftoverCheck;
import io.situ.testbed.Testbed;
import io.situ.testbed.hadoop.HadoopJava;
import io.situ.testbed.process.Await;
import io.situ.testbed.process.HostCommandResult;
import io.situ.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A run of {@link BlockingWordCount} in place with shared map output: one map on each host. */
final class BlockingJob {

  private static final Pattern NOTE = Pattern.compile("attempt_(\\d+_\\d+)_([mr]_\\d+_\\d+)@(.+)");

  /** Two jobs begin at once in a test, on processors that all hosts share. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Testbed testbed;
  private final String output;
  private final Path notes;
  private final CompletableFuture<HostCommandResult> result;

  private BlockingJob(
      Testbed testbed, String output, Path notes, CompletableFuture<HostCommandResult> result) {
    this.testbed = testbed;
    this.output = output;
    this.notes = notes;
    this.result = result;
  }

  /** The jar of the job, and of {@link StaticWords}, in a directory that all hosts see. */
  static Path jar(Path directory) throws IOException {
    Path jar = directory.resolve("held.jar");
    Path classes = Path.of(BlockingJob.class.getPackageName().replace('.', '/'));
    Path top = HadoopJava.target().resolve("test-classes");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        var found =
            Files.newDirectoryStream(
                top.resolve(classes), "{BlockingWordCount,StaticWords}*.class")) {
      for (Path file : found) {
        out.putNextEntry(new JarEntry(classes.resolve(file.getFileName()).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** Starts one on {@code situ://vol/in}; its output is {@code out-NAME}. */
  static BlockingJob start(Testbed testbed, Path jar, String name, String... settings)
      throws IOException {
    Path notes = Files.createDirectory(testbed.mount().resolve("notes-" + name));
    List<String> words =
        new ArrayList<>(List.of("jar", jar.toString(), BlockingWordCount.class.getName()));
    words.add("-Dmapreduce.framework.name=situ");
    words.add("-Dsitu.mapreduce.regroup=always");
    words.add("-Dsitu.mapreduce.shuffle=shared");
    words.add("-Dmapreduce.map.speculative=false");
    words.add("-Dmapreduce.reduce.speculative=false");
    words.add("-Dmapreduce.task.timeout=300000");
    words.add("-D" + BlockingWordCount.NOTES + "=" + notes);
    Stream.of(settings).map(setting -> "-D" + setting).forEach(words::add);
    String output = "situ://vol/out-" + name;
    words.addAll(List.of("situ://vol/in", output));
    return new BlockingJob(
        testbed,
        output,
        notes,
        CompletableFuture.supplyAsync(
            () -> testbed.hadoop("hadoop", words.toArray(String[]::new))));
  }

  /** Has maps that begin on a host from now on wait there. */
  void halt(String host) throws IOException {
    Files.createFile(notes.resolve(BlockingWordCount.HALT + host));
  }

  /** Lets maps on a host go on. */
  void goOn(String host) throws IOException {
    Files.delete(notes.resolve(BlockingWordCount.HALT + host));
  }

  /** Lets reduces work. */
  BlockingJob go() throws IOException {
    Files.createFile(notes.resolve(BlockingWordCount.GO));
    return this;
  }

  HostCommandResult join() {
    return result.join();
  }

  /** Attempts that got to work, such as "m_000000_0", by kind, m or r. */
  List<String> attempts(String kind) throws IOException {
    return notes().map(note -> note.group(2)).filter(name -> name.startsWith(kind)).toList();
  }

  void awaitAttempts(String kind, int count) {
    await(count + " attempts of " + kind, () -> attempts(kind).size() == count);
  }

  private void await(String what, Await.Condition condition) {
    boolean came =
        Await.within(
            LIMIT,
            () -> {
              if (result.isDone()) {
                throw new TestbedException("the job is over: " + result.join().err());
              }
              return condition.holds();
            });
    if (!came) {
      throw new TestbedException("the job has no " + what);
    }
  }

  /**
   * Waits until a host runs a map that waited for another host, and has it wait before its first
   * record.
   *
   * @return its attempt, such as "m_000000_0"
   */
  String haltTakeover(String host) throws IOException {
    awaitAttemptsOn(host, 1);
    Path logs = testbed.disk(masterHost()).resolve("hadoop/userlogs").resolve(application());
    await(
        "map that " + host + " takes over",
        () -> logOfMaster(logs).contains(host + " takes over a map task of another host"));
    List<String> before = attemptsOn(host, "m");
    halt(host);
    awaitAttemptsOn(host, before.size() + 1);
    return attemptsOn(host, "m").stream().filter(name -> !before.contains(name)).findFirst().get();
  }

  private void awaitAttemptsOn(String host, int count) {
    await(count + " attempts on " + host, () -> attemptsOn(host, "m").size() >= count);
  }

  private static String logOfMaster(Path logs) throws IOException {
    try (Stream<Path> containers = Files.list(logs)) {
      Path first =
          containers
              .filter(path -> path.toString().endsWith("_01_000001"))
              .findFirst()
              .orElseThrow(() -> new IOException("there is no log yet"));
      return Files.readString(first.resolve("syslog"));
    }
  }

  /** Attempts by kind that got to work on a host. */
  List<String> attemptsOn(String host, String kind) throws IOException {
    return notes()
        .filter(note -> note.group(3).equals(host))
        .map(note -> note.group(2))
        .filter(name -> name.startsWith(kind))
        .toList();
  }

  /** Waits until it is known which host has the application master. */
  String awaitMasterHost() throws IOException {
    await("attempt of a map", () -> !attempts("m").isEmpty());
    return masterHost();
  }

  /** The host of the application master. */
  String masterHost() throws IOException {
    Matcher host =
        Pattern.compile("\"amHostHttpAddress\":\"([^:]+):")
            .matcher(TestbedJobs.ask("apps/" + application()));
    if (!host.find()) {
      throw new TestbedException("YARN does not report where the master runs");
    }
    return host.group(1);
  }

  /** Has the application master kill an attempt, such as "m_000000_0", also one that is over. */
  void kill(String attempt) throws IOException {
    String name = application().replace("application", "attempt") + "_" + attempt;
    testbed.hadoop("mapred", "job", "-kill-task", name).orThrow();
  }

  /** Ends the application master as a crash does. */
  void killMaster() throws IOException {
    String name = application();
    ProcessHandle.allProcesses()
        .filter(
            process -> {
              String line = LeftoverCheck.commandLine(process);
              return line.contains("v2.app.MRAppMaster") && line.contains(name);
            })
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** Has YARN kill the job, and waits until it has. */
  void killOnYarn() throws IOException {
    String name = application();
    testbed.hadoop("yarn", "application", "-kill", name).orThrow();
    Await.until(
        "kill " + name, () -> TestbedJobs.ask("apps/" + name).contains("\"state\":\"KILLED\""));
  }

  /** Sends a signal, such as STOP, to the client. */
  void signalClient(String signal) throws IOException, InterruptedException {
    long client =
        ProcessHandle.allProcesses()
            .filter(
                process -> {
                  List<String> words = List.of(LeftoverCheck.commandLine(process).split("\0"));
                  return words.contains("org.apache.hadoop.util.RunJar") && words.contains(output);
                })
            .findFirst()
            .orElseThrow()
            .pid();
    int code = new ProcessBuilder("kill", "-" + signal, "" + client).inheritIO().start().waitFor();
    if (code != 0) {
      throw new TestbedException("kill -" + signal + " " + client + " failed");
    }
  }

  private String application() throws IOException {
    return "application_" + notes().map(note -> note.group(1)).findFirst().orElseThrow();
  }

  private Stream<Matcher> notes() throws IOException {
    try (Stream<Path> files = Files.list(notes)) {
      return files
          .map(file -> NOTE.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .toList()
          .stream();
    }
  }
}
