// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.mapreduce.launch.ClassArchivePlan;
import io.situ.mapreduce.launch.ClassArchiveTool;
import io.situ.mapreduce.launch.LaunchKeys;
import io.situ.mapreduce.yarn.Framework;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.util.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.RunJar;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * The program that runs a job's main class, unmodified, with Situ's configuration over the user's.
 * Started by {@code situ run} in a process of its own with a {@link LaunchPlan}.
 */
public final class JobLauncher {

  /** System property that names the plan's folder. */
  public static final String FOLDER = "situ.launch";

  /** System property with the number of the process that starts it and ends with it. */
  public static final String PARENT = "situ.launch.parent";

  /** System property that asks for a progress line on standard error. */
  public static final String PROGRESS = JobProgress.PROPERTY;

  private static final int BEFORE_FILE_SYSTEMS_CLOSE = 50;
  private static final long KILL_MILLIS = 10_000;

  private final LaunchPlan plan;
  private volatile boolean cancelled;

  private JobLauncher(LaunchPlan plan) {
    this.plan = plan;
  }

  /**
   * @param args what the job's main class gets
   */
  public static void main(String[] args) throws IOException {
    new JobLauncher(LaunchPlan.read(Path.of(System.getProperty(FOLDER)))).run(args);
  }

  private void run(String[] args) {
    try {
      LaunchConf.install(plan);
      JobMonitor.list();
      ShutdownHookManager.get().addShutdownHook(this::settle, BEFORE_FILE_SYSTEMS_CLOSE);
      ProcessHandle.current().parent().ifPresent(this::endWith);
      if (isOrphan()) {
        System.exit(1);
      }
      start(args);
    } catch (InvocationTargetException e) {
      fail(e.getCause());
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Whether who started this is gone, or was asked to stop, before it could be waited for. */
  private boolean isOrphan() {
    long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    return parent != Long.getLong(PARENT, parent) || Files.exists(plan.cancelFile());
  }

  private void start(String[] args) throws Throwable {
    if (plan.mainClass().isEmpty()) {
      List<String> all = new ArrayList<>(List.of(plan.jar().toString()));
      all.addAll(Arrays.asList(args));
      new RunJar().run(all.toArray(new String[0]));
      return;
    }
    URL[] jar = {plan.jar().toUri().toURL()};
    ClassLoader loader = new URLClassLoader(jar, JobLauncher.class.getClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Class.forName(plan.mainClass().get(), true, loader)
        .getMethod("main", String[].class)
        .invoke(null, (Object) args);
  }

  private void fail(Throwable cause) {
    JobFailure failure = explained(cause);
    try {
      failure.write(plan.failureFile());
      try (PrintStream trace = new PrintStream(plan.folder().resolve("trace").toFile(), UTF_8)) {
        cause.printStackTrace(trace);
      }
    } catch (IOException e) {
      print(
          failure.sentence()
              + " (which cannot be kept in '"
              + plan.folder()
              + "': "
              + e.getMessage()
              + ")");
    }
    System.exit(1);
  }

  private static JobFailure explained(Throwable cause) {
    return InvalidConfigurationValue.explain(cause, new JobConf())
        .map(sentence -> new JobFailure(Kind.INVALID_ARGUMENT, sentence))
        .orElseGet(() -> JobFailure.of(cause));
  }

  private void endWith(ProcessHandle parent) {
    parent
        .onExit()
        .thenRun(
            () -> {
              cancelled = true;
              System.exit(1);
            });
  }

  /**
   * Before this process ends: what it knows of its jobs is recorded, and what it must not leave.
   */
  private void settle() {
    boolean cancel = cancelled || Files.exists(plan.cancelFile());
    boolean well = !cancel;
    for (JobMonitor watch : JobMonitor.stop()) {
      try {
        watch.ask();
        if (!watch.ended() && (cancel || watch.framework() == Framework.LOCAL)) {
          watch.kill(KILL_MILLIS);
        }
        well &= watch.ended();
      } catch (IOException | InterruptedException | RuntimeException e) {
        well = false;
        print("a job could not be ended: " + e.getMessage());
      }
    }
    if (well) {
      startArchive();
    }
  }

  private static void print(String sentence) {
    System.err.println(PlainText.of(sentence, '?'));
  }

  /** After the user's job, so that it takes no time from that. */
  private static void startArchive() {
    ClassArchivePlan.jobWithoutArchive()
        .flatMap(ClassArchiveTool::start)
        .filter(job -> Boolean.getBoolean(PROGRESS))
        .ifPresent(
            job ->
                System.err.println(
                    "situ: "
                        + job
                        + " makes an archive of Hadoop's classes, with which later jobs start"
                        + " quicker; "
                        + LaunchKeys.CLASSES.name()
                        + "=kept makes none"));
  }
}
