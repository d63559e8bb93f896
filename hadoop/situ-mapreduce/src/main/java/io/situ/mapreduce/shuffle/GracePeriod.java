// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.TaskAttemptID;

/**
 * How long map output may be missing that is said to be there: another host's files may be seen a
 * little later than heard of. Not thread-safe.
 */
final class GracePeriod {

  /** Until the master is notified again of output that it has not rerun. */
  private static final long REMINDER = 30_000;

  private final long waitMillis;
  private final Map<TaskAttemptID, Long> due = new HashMap<>();

  GracePeriod(Configuration conf) {
    this.waitMillis = ShuffleKeys.WAIT.get(conf::get).toMillis();
  }

  /** Whether it is over, of an attempt whose output could not be read now. */
  boolean isOver(TaskAttemptID attempt, long nowMillis) {
    long end = due.computeIfAbsent(attempt, first -> nowMillis + waitMillis);
    if (nowMillis < end) {
      return false;
    }
    due.put(attempt, nowMillis + REMINDER);
    return true;
  }
}
