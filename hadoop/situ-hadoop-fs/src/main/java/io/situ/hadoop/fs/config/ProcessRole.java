// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import java.util.Set;

/** What this process is there for. */
public final class ProcessRole {

  /**
   * The option of {@code java} that says that the process works for one user, the one it runs as:
   * who wrote its configuration has its rights already.
   */
  public static final String SINGLE_USER_OPTION = "-Dsitu.single.user=true";

  /** Programs that run a task of a job and end with it. */
  private static final Set<String> TASKS =
      Set.of("org.apache.hadoop.mapred.YarnChild", "org.apache.tez.runtime.task.TezChild");

  private static final String APPLICATION_MASTER = "org.apache.hadoop.mapreduce.v2.app.MRAppMaster";

  /** Programs that take their whole configuration from the user who starts them. */
  private static final Set<String> COMMANDS =
      Set.of("org.apache.hadoop.fs.FsShell", "org.apache.hadoop.tools.DistCp");

  private static final class Started {
    static final ProcessArguments WITH = ProcessArguments.ofThisProcess();
  }

  private ProcessRole() {}

  /** What this process was started with. */
  static ProcessArguments arguments() {
    return Started.WITH;
  }

  /**
   * Returns whether this process works for the user it runs as and for no other: a command such as
   * {@code hadoop fs}, or one that was started with {@link #SINGLE_USER_OPTION}.
   */
  public static boolean hasSingleUser() {
    return hasSingleUser(arguments());
  }

  static boolean hasSingleUser(ProcessArguments arguments) {
    return COMMANDS.contains(arguments.mainClass())
        || arguments.options().contains(SINGLE_USER_OPTION);
  }

  /** Returns whether this process leads a MapReduce job. */
  public static boolean leadsJob() {
    return arguments().mainClass().equals(APPLICATION_MASTER);
  }

  /**
   * Whether it runs tasks and nothing else; false for local runners, application masters and
   * executors that live on.
   */
  public static boolean runsTasks() {
    return runsTasks(System.getProperty("sun.java.command", ""));
  }

  /**
   * @param command main class and arguments, as HotSpot reports them
   */
  public static boolean runsTasks(String command) {
    return TASKS.contains(command.split(" ", 2)[0]);
  }
}
