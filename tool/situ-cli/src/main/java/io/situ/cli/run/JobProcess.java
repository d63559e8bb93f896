// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import io.situ.cli.certify.ShutdownHook;
import io.situ.cli.console.CliException;
import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.context.ClientOptions;
import io.situ.cli.context.GlobalOptions;
import io.situ.cli.context.Installation;
import io.situ.cli.report.KnownJobs;
import io.situ.cli.report.RunDirectory;
import io.situ.cli.yarn.YarnCluster;
import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.mapreduce.JobKeys;
import io.situ.mapreduce.JobLauncher;
import io.situ.mapreduce.LaunchPlan;
import io.situ.mapreduce.launch.LateCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A job in a Java process of its own, with a temporary directory that goes away with it. Ctrl-C
 * kills the job first.
 */
public final class JobProcess implements AutoCloseable {

  /** System property: this job is run to learn which classes jobs load. */
  private static final String TRAIN = "situ.train";

  /** System property: where JNA puts its native library. */
  private static final String NATIVE_DIRECTORY = "jna.tmpdir";

  private static final long END_SECONDS = 20;

  private final RunDirectory folder;
  private final GlobalOptions situ;
  private final boolean quiet;
  private final Installation installation = Installation.find();
  private Path temporary;
  private volatile Process process;

  /**
   * @param quiet what the job prints goes to standard error
   */
  public JobProcess(RunDirectory folder, GlobalOptions situ, boolean quiet) {
    this.folder = folder;
    this.situ = situ;
    this.quiet = quiet;
  }

  /**
   * Notes which cluster the job is submitted to, runs it to its end and gives its process's exit
   * code.
   */
  public int run(JobCall call) throws IOException, InterruptedException {
    folder.note(YarnCluster.of(situ.hadoop(call.settings())));
    temporary = temporaryDirectory(call.settings());
    LaunchPlan plan = plan(call);
    Files.createDirectories(plan.confDirectory());
    Files.createDirectories(folder.records());
    plan.write();
    Log4j.write(plan.confDirectory(), folder.log());
    ShutdownHook atEnd = ShutdownHook.add(() -> cancel(plan));
    process = builder(call, plan).start();
    int code = process.waitFor();
    atEnd.remove();
    cleanUp();
    return code;
  }

  private Path temporaryDirectory(Map<String, String> settings) throws IOException {
    String chosen = settings.get("hadoop.tmp.dir");
    return folder.makeTemporary(
        chosen == null
            ? Path.of(System.getProperty("java.io.tmpdir"))
            : Files.createDirectories(Path.of(chosen)));
  }

  /**
   * The process is over, and what it could not do itself is done for it. What fails is warned of.
   */
  private synchronized UnfinishedOutputs cleanUp() {
    KnownJobs jobs = folder.jobs();
    jobs.gap().ifPresent(CleanUp::warn);
    return UnfinishedOutputs.clean(jobs.records(), situ);
  }

  private LaunchPlan plan(JobCall call) {
    String cores = Integer.toString(Runtime.getRuntime().availableProcessors());
    Map<String, String> defaults = new LinkedHashMap<>(call.defaults());
    defaults.put("fs.defaultFS", "situ:///");
    // Traces of failed tasks are in the log, and not on the terminal.
    defaults.put("mapreduce.client.output.filter", "NONE");
    // Hadoop's own of 1 s and 5 s would be a large part of a short job.
    defaults.put("mapreduce.client.progressmonitor.pollinterval", "250");
    defaults.put("mapreduce.client.completion.pollinterval", "250");
    defaults.put("mapreduce.local.map.tasks.maximum", cores);
    defaults.put("mapreduce.local.reduce.tasks.maximum", cores);
    Map<String, String> settings = new LinkedHashMap<>(call.settings());
    settings.put(JobKeys.RECORDS.name(), folder.records().toString());
    settings.merge("tmpjars", installation.bundle().toUri().toString(), (a, b) -> a + "," + b);
    Map<String, String> local = new LinkedHashMap<>();
    local.put("hadoop.tmp.dir", temporary.toString());
    local.put("mapreduce.cluster.local.dir", temporary.resolve("local").toString());
    local.put("mapreduce.jobtracker.staging.root.dir", temporary.resolve("staging").toString());
    local.put("mapreduce.client.progressmonitor.pollinterval", "100");
    local.put("mapreduce.client.completion.pollinterval", "100");
    return new LaunchPlan(
        call.jar(),
        call.known().map(BuiltInJob::mainClass),
        folder.path(),
        settings,
        defaults,
        local);
  }

  private ProcessBuilder builder(JobCall call, LaunchPlan plan) {
    List<String> command = new ArrayList<>();
    // The shell makes the job deaf to Ctrl-C: this process hears it and ends the job in good order.
    String start = "trap '' INT; exec \"$@\"" + (quiet ? " >&2" : "");
    command.addAll(List.of("bash", "-c", start, "situ-job"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options(plan));
    command.add("-cp");
    command.add(classPath(plan));
    command.add(JobLauncher.class.getName());
    command.addAll(call.args());
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    // Built-in jobs get absolute paths and run in the temporary directory; other jars run in the
    // caller's directory.
    if (call.known().isPresent()) {
      builder.directory(temporary.toFile());
    }
    return builder;
  }

  private List<String> options(LaunchPlan plan) {
    List<String> options = new ArrayList<>();
    String archive = Boolean.getBoolean(TRAIN) ? "ArchiveClassesAtExit" : "SharedArchiveFile";
    options.add("-XX:" + archive + "=" + installation.archive());
    options.add("-Xshare:auto");
    options.add("-Xlog:disable");
    List<String> own = ClientOptions.all();
    if (own.stream().noneMatch(option -> option.matches("-XX:\\+Use\\w+GC"))) {
      options.addAll(JobHeap.options(Runtime.getRuntime().availableProcessors()));
    }
    if (own.stream().noneMatch(LateCompiler::isSaidBy)) {
      options.addAll(LateCompiler.OPTIONS);
    }
    options.add("-Dfile.encoding=UTF-8");
    options.add(ProcessRole.SINGLE_USER_OPTION);
    Optional.ofNullable(System.getProperty(NATIVE_DIRECTORY))
        .ifPresent(directory -> options.add("-D" + NATIVE_DIRECTORY + "=" + directory));
    options.add("-Djava.io.tmpdir=" + temporary);
    options.add("-Dlog4j.configuration=" + plan.confDirectory().resolve(Log4j.FILE).toUri());
    options.add("-D" + JobLauncher.FOLDER + "=" + folder.path());
    options.add("-D" + JobLauncher.PARENT + "=" + ProcessHandle.current().pid());
    options.add("-D" + JobLauncher.PROGRESS + "=" + Console.errorIsTerminal());
    options.addAll(own);
    return options;
  }

  private String classPath(LaunchPlan plan) {
    List<String> path = new ArrayList<>(installation.jobClassPath());
    situ.conf().ifPresent(directory -> path.add(directory.toAbsolutePath().toString()));
    path.add(plan.confDirectory().toString());
    String own = System.getenv("HADOOP_CLASSPATH");
    if (own != null && !own.isBlank()) {
      path.add(own);
    }
    return String.join(File.pathSeparator, path);
  }

  /** Whatever cannot be done or found out, the process ends, and then what only it needed goes. */
  private void cancel(LaunchPlan plan) {
    CleanUp.attempt(
        "the job's process does not know why it ends", () -> Files.createFile(plan.cancelFile()));
    String end = "; cleanup failed";
    try {
      Process running = process;
      if (running != null) {
        running.destroy();
        if (!running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
          running.destroyForcibly().waitFor();
        }
      }
      end = end(cleanUp());
    } catch (InterruptedException | RuntimeException e) {
      end += ": " + CliException.of(e).getMessage();
    } finally {
      System.err.println("situ: stopped" + DisplayNames.sentence(end));
      close();
    }
  }

  /** The end of a sentence about the job, whose process is over. */
  private String end(UnfinishedOutputs outputs) {
    Optional<String> running;
    try {
      running = folder.runningJob();
    } catch (IOException e) {
      return ", but whether a job of it still runs is not known: "
          + CliException.of(e).getMessage()
          + "; its output stays";
    }
    if (running.isPresent()) {
      return ", but " + running.get() + "; its output stays";
    }
    return "; the job was killed" + outputs.clauses();
  }

  /** Takes away what the run needed only while it ran. What fails is warned of. */
  @Override
  public void close() {
    CleanUp.attempt("a snapshot stays", new InputSnapshots(folder, situ)::release);
    CleanUp.attempt("temporary files stay, which the next run deletes", folder::deleteTemporary);
  }
}
