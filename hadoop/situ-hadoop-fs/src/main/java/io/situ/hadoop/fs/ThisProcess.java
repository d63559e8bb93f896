package io.situ.hadoop.fs;

import java.util.Set;

/** What this process is there for. */
final class ThisProcess {

  /** Programs that run a task of a job and end with it. */
  private static final Set<String> TASKS =
      Set.of("org.apache.hadoop.mapred.YarnChild", "org.apache.tez.runtime.task.TezChild");

  private ThisProcess() {}

  /**
   * Whether it runs tasks and nothing else; false for local runners, application masters and
   * executors that live on.
   */
  static boolean runsTasks() {
    return runsTasks(System.getProperty("sun.java.command", ""));
  }

  /**
   * @param command main class and arguments, as HotSpot tells them
   */
  static boolean runsTasks(String command) {
    return TASKS.contains(command.split(" ", 2)[0]);
  }
}
