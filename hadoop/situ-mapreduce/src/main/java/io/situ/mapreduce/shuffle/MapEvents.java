// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;

/** What the application master reports to a reduce about the ends of maps. Not thread-safe. */
final class MapEvents {

  private static final int AT_ONCE = 10_000;

  private final TaskUmbilicalProtocol master;
  private final TaskAttemptID reduce;
  private int next;

  MapEvents(TaskUmbilicalProtocol master, TaskAttemptID reduce) {
    this.master = master;
    this.reduce = reduce;
  }

  /**
   * What happened since the last call. After a restart of the master everything is reported again:
   * an event may come twice.
   */
  List<TaskCompletionEvent> news() throws IOException {
    List<TaskCompletionEvent> news = new ArrayList<>();
    TaskCompletionEvent[] events;
    do {
      MapTaskCompletionEventsUpdate update =
          master.getMapCompletionEvents((JobID) reduce.getJobID(), next, AT_ONCE, reduce);
      events = update.getMapTaskCompletionEvents();
      next = update.shouldReset() ? events.length : next + events.length;
      news.addAll(Arrays.asList(events));
    } while (events.length == AT_ONCE);
    return news;
  }
}
