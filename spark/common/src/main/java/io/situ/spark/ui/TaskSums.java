// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

/**
 * Sums of attempts at tasks.
 *
 * @param tasks how many ended
 * @param localTasks those that Spark started where it preferred: in the process or on the host
 * @param read what they read from stores
 * @param shuffle bytes of shuffles
 */
public record TaskSums(long tasks, long localTasks, ReadBytes read, ShuffleBytes shuffle) {

  static final TaskSums NONE = new TaskSums(0, 0, ReadBytes.NONE, new ShuffleBytes(0, 0, 0));

  /**
   * Spark's own metrics of shuffles.
   *
   * @param readLocal from the host of the task
   * @param readRemote from other hosts
   */
  public record ShuffleBytes(long written, long readLocal, long readRemote) {

    ShuffleBytes plus(ShuffleBytes other) {
      return new ShuffleBytes(
          written + other.written, readLocal + other.readLocal, readRemote + other.readRemote);
    }
  }

  TaskSums plus(TaskSums other) {
    return new TaskSums(
        tasks + other.tasks,
        localTasks + other.localTasks,
        read.plus(other.read),
        shuffle.plus(other.shuffle));
  }
}
