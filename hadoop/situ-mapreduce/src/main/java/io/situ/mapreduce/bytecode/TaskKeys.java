// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.List;
import java.util.Optional;

/**
 * Names of configuration keys and files whose values differ between a task for one split and a task
 * for several. Thread-safe.
 */
public final class TaskKeys {

  private static final List<String> TASK =
      List.of(
          "mapreduce.task.",
          "mapred.task.",
          "mapred.tip.",
          "mapreduce.tip.",
          "mapred.work.output.dir",
          "mapreduce.cluster.local.dir",
          "mapred.local.dir",
          "mapreduce.job.local.dir",
          "job.local.dir",
          "yarn.app.attempt",
          "/proc/");

  /** What a job with several splits in a task has otherwise, in reducers too. */
  private static final List<String> JOB =
      List.of(
          "mapreduce.job.maps",
          "mapred.map.tasks",
          "mapreduce.job.inputformat.class",
          "mapreduce.inputformat.class",
          "mapred.input.format.class",
          "mapreduce.job.map.class",
          "mapreduce.map.class",
          "mapred.map.runner.class");

  /** What the older interface says of the split that is being read; a cut changes it too. */
  private static final List<String> SPLIT = List.of("mapreduce.map.input.", "map.input.");

  /** Shorter texts are no beginning of a key that anybody would finish. */
  private static final int MIN_PREFIX = 5;

  private TaskKeys() {}

  /** Returns the key of a task or its job that {@code text} is, begins with or is the start of. */
  static Optional<String> ofTask(String text) {
    return ofJob(text).or(() -> match(TASK, text));
  }

  /** Returns the same of the keys that differ in the whole job. */
  static Optional<String> ofJob(String text) {
    return match(JOB, text);
  }

  /** Returns the same of the keys about the split. */
  static Optional<String> ofSplit(String text) {
    return match(SPLIT, text);
  }

  /** Returns the same of all keys. */
  static Optional<String> ofTaskOrSplit(String text) {
    return ofTask(text).or(() -> ofSplit(text));
  }

  private static Optional<String> match(List<String> keys, String text) {
    return keys.stream()
        .filter(
            key ->
                text.startsWith(key)
                    || (text.length() >= MIN_PREFIX && text.endsWith(".") && key.startsWith(text)))
        .findFirst()
        .map(key -> text);
  }

  /**
   * Whether a configuration key that code may read takes over the value of one that it must not, as
   * in <code>${key}</code>.
   */
  public static boolean isTakenOver(String own, String value) {
    if (ofTaskOrSplit(own).isPresent()) {
      return false;
    }
    for (int at = value.indexOf("${"); at >= 0; at = value.indexOf("${", at + 1)) {
      int end = value.indexOf('}', at);
      if (end > 0 && ofTaskOrSplit(value.substring(at + 2, end)).isPresent()) {
        return true;
      }
    }
    return false;
  }
}
