// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskCompletionEvent.Status;
import org.junit.jupiter.api.Test;

/** What a reduce makes of the ends of map attempts, in whatever order it hears of them. */
class MapOutputTrackerTest {

  private final MapOutputTracker segments = new MapOutputTracker(2);

  @Test
  void theSecondOfTwoTwinsIsNotReadToo() {
    take(0, 0, Status.SUCCEEDED);
    segments.add(attempt(0, 0), List.of());
    take(0, 1, Status.SUCCEEDED);
    take(0, 1, Status.KILLED);

    assertThat(segments.open()).isEmpty();
    assertThat(segments.isComplete()).isFalse();
    assertThat(segments.share()).isEqualTo(0.5f);
  }

  @Test
  void anAttemptThatIsTakenBackBeforeItWasReadIsReplacedByTheNext() {
    take(0, 0, Status.SUCCEEDED);
    take(0, 0, Status.OBSOLETE);
    assertThat(segments.open()).isEmpty();

    take(0, 1, Status.SUCCEEDED);
    assertThat(segments.open()).containsExactly(attempt(0, 1));
  }

  @Test
  void anOldAttemptsEndDoesNotTakeTheNewOneAway() {
    take(0, 1, Status.SUCCEEDED);
    take(0, 0, Status.FAILED);

    assertThat(segments.open()).containsExactly(attempt(0, 1));
  }

  @Test
  void whatWasReadStaysWhenItsHostIsLost() {
    take(0, 0, Status.SUCCEEDED);
    var found =
        new MapOutputFinder.Found(
            attempt(0, 0), java.nio.file.Path.of("/x"), new MapOutputIndex(0, 9, 9));
    segments.add(attempt(0, 0), List.of(found));
    take(0, 0, Status.OBSOLETE);
    take(0, 1, Status.SUCCEEDED);

    assertThat(segments.all()).containsExactly(found);
    assertThat(segments.open()).isEmpty();
  }

  @Test
  void aMapThatMayFailIsNotWaitedFor() {
    take(0, 0, Status.TIPFAILED);
    take(1, 0, Status.SUCCEEDED);
    segments.add(attempt(1, 0), List.of());

    assertThat(segments.isComplete()).isTrue();
    assertThat(segments.all()).isEmpty();
  }

  @Test
  void aSecondAttemptOfAMapThatCannotBeReadIsNoticed() {
    assertThat(segments.addUnreadable(attempt(0, 0))).isEmpty();
    assertThat(segments.addUnreadable(attempt(0, 0))).isEmpty();
    assertThat(segments.addUnreadable(attempt(1, 1))).isEmpty();
    assertThat(segments.addUnreadable(attempt(0, 1))).contains(attempt(0, 0));
  }

  private void take(int map, int attempt, Status status) {
    segments.onEvent(new TaskCompletionEvent(0, attempt(map, attempt), map, true, status, ""));
  }

  private static TaskAttemptID attempt(int map, int attempt) {
    return new TaskAttemptID("1", 1, org.apache.hadoop.mapreduce.TaskType.MAP, map, attempt);
  }
}
