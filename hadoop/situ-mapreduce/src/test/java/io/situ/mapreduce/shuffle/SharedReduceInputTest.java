// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.AMFeedback;
import org.apache.hadoop.mapred.Counters.Counter;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin.Context;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskCompletionEvent.Status;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.util.Progress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reduce that cannot read the output of its map, before its application master. */
class SharedReduceInputTest {

  private final JobConf conf = new JobConf();
  private final TaskAttemptID reduce = new TaskAttemptID("1", 1, TaskType.REDUCE, 0, 0);

  /** What the application master has to say, one answer after the other. */
  private final Deque<List<TaskCompletionEvent>> events = new ArrayDeque<>();

  private final List<String> blamed = new ArrayList<>();

  @TempDir private Path scratch;

  @BeforeEach
  void makeDirectory() throws IOException {
    ShuffleDirectory directory = ShuffleDirectory.at(scratch.resolve("job"));
    directory.create();
    conf.set(ShuffleChoice.DIRECTORY, directory.path().toString());
    conf.set("situ.mapreduce.shuffle.wait", "0s");
    conf.setNumMapTasks(1);
  }

  @Test
  void twoAttemptsOfAMapThatCannotBeReadAreThisHostsFault() throws Exception {
    events.add(List.of(event(0, Status.SUCCEEDED)));
    events.add(List.of(event(0, Status.OBSOLETE), event(1, Status.SUCCEEDED)));
    events.add(List.of());
    SharedReduceInput<Text, Text> input = new SharedReduceInput<>();
    input.init(context());

    assertThatThrownBy(input::run)
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("attempt_1_0001_m_000000_1 in")
        .hasMessageContaining("nor can that of attempt_1_0001_m_000000_0: this host, ");
    assertThat(blamed).containsExactly("attempt_1_0001_m_000000_0");
  }

  private final class ReduceStatus extends TaskStatus {
    @Override
    public boolean getIsMap() {
      return false;
    }

    @Override
    public void addFetchFailedMap(TaskAttemptID map) {
      blamed.add(map.toString());
    }
  }

  private static TaskCompletionEvent event(int attempt, Status status) {
    TaskAttemptID map = new TaskAttemptID("1", 1, TaskType.MAP, 0, attempt);
    return new TaskCompletionEvent(0, map, 0, true, status, "");
  }

  private Object answer(String method) {
    if (method.equals("getMapCompletionEvents")) {
      return new MapTaskCompletionEventsUpdate(
          events.remove().toArray(TaskCompletionEvent[]::new), false);
    }
    AMFeedback feedback = new AMFeedback();
    feedback.setTaskFound(true);
    return feedback;
  }

  private Context<Text, Text> context() {
    TaskUmbilicalProtocol master =
        (TaskUmbilicalProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskUmbilicalProtocol.class},
                (proxy, method, arguments) -> answer(method.getName()));
    ReduceTask task = new ReduceTask("job.xml", reduce, 0, 1, 1);
    return new Context<>(
        reduce,
        conf,
        null,
        master,
        null,
        Reporter.NULL,
        null,
        null,
        null,
        new Counter(),
        new Counter(),
        new Counter(),
        new Counter(),
        new Counter(),
        new Counter(),
        new ReduceStatus(),
        new Progress(),
        new Progress(),
        task,
        null,
        null);
  }
}
