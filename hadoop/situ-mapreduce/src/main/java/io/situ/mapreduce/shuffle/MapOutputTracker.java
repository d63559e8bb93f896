// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.mapreduce.shuffle.MapOutputFinder.Found;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;

/**
 * Which maps a reduce has got, and which attempts of others it could ask. Once a map's output is
 * found it is kept, whatever becomes of the attempt: its bytes are those of a map that succeeded.
 * Not thread-safe.
 */
final class MapOutputTracker {

  private final int maps;
  private final Set<Integer> done = new HashSet<>();
  private final Map<Integer, TaskAttemptID> open = new HashMap<>();
  private final List<Found> found = new ArrayList<>();
  private final Map<Integer, TaskAttemptID> unreadable = new HashMap<>();

  /**
   * @param maps how many maps the job has
   */
  MapOutputTracker(int maps) {
    this.maps = maps;
  }

  void onEvent(TaskCompletionEvent event) {
    TaskAttemptID attempt = event.getTaskAttemptId();
    int map = attempt.getTaskID().getId();
    switch (event.getTaskStatus()) {
      case SUCCEEDED -> offer(attempt);
      case FAILED, KILLED, OBSOLETE -> open.remove(map, attempt);
      case TIPFAILED -> settle(map);
      default -> throw new IllegalStateException(attempt + " ended as " + event.getTaskStatus());
    }
  }

  void offer(TaskAttemptID attempt) {
    int map = attempt.getTaskID().getId();
    if (!done.contains(map)) {
      open.put(map, attempt);
    }
  }

  /** A map whose output was looked at; empty if it has nothing for this reduce. */
  void add(TaskAttemptID attempt, List<Found> output) {
    settle(attempt.getTaskID().getId());
    found.addAll(output);
  }

  /**
   * Takes notice of an attempt whose output cannot be read.
   *
   * @return the first attempt of the same map of which that is so, if it is another one; empty if
   *     this is the first
   */
  Optional<TaskAttemptID> addUnreadable(TaskAttemptID attempt) {
    TaskAttemptID first = unreadable.putIfAbsent(attempt.getTaskID().getId(), attempt);
    return Optional.ofNullable(first).filter(other -> !other.equals(attempt));
  }

  private void settle(int map) {
    open.remove(map);
    done.add(map);
  }

  /** Attempts that succeeded and were not looked at. */
  List<TaskAttemptID> open() {
    return List.copyOf(open.values());
  }

  boolean isComplete() {
    return done.size() >= maps;
  }

  float share() {
    return maps == 0 ? 1 : (float) done.size() / maps;
  }

  List<Found> all() {
    return List.copyOf(found);
  }
}
