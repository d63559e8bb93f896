// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.bytecode;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What code must not ask for, as the answer is another one where a task has several splits.
 *
 * @param keys returns the configuration key that a text names, if it is one of these
 * @param calls names of methods of Hadoop's
 */
record Questions(Function<String, Optional<String>> keys, Set<String> calls) {

  /** They answer otherwise for the whole of a job with several splits in a task. */
  private static final Set<String> JOB =
      Set.of(
          "getNumMapTasks",
          "getInputFormatClass",
          "getInputFormat",
          "getMapperClass",
          "getMapRunnerClass");

  /** About the job, which differ in reducers too. */
  static final Questions OF_JOB = new Questions(TaskKeys::ofJob, JOB);

  /** About the task and the job. */
  static final Questions OF_TASK = new Questions(TaskKeys::ofTask, JOB);

  /** About the task, the job and the split. */
  static final Questions OF_RECORD = new Questions(TaskKeys::ofTaskOrSplit, JOB);

  /** About the split, of which a task has one after the other. */
  static final Questions OF_SPLIT = new Questions(TaskKeys::ofSplit, Set.of("getInputSplit"));

  /** Returns whether a call is one of these. */
  boolean include(MethodId called) {
    return calls.contains(called.name()) && called.owner().startsWith("org/apache/hadoop/");
  }
}
