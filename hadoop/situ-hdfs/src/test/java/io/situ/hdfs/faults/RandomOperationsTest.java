// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** All that may be done, with DataNodes that are restarted now and then. */
@Tag("hadoop-3.5")
@Tag("servers")
class RandomOperationsTest extends RandomOperations {

  private static final int STEPS = 30;
  private static final int MORE_STEPS = 60;

  @Override
  List<String> holders() {
    return List.of("1", "12", "23", "123");
  }

  @Override
  List<Step> moreSteps() {
    return List.of(this::readPiece, this::concat, this::restart, this::scan);
  }

  @Test
  void objectsStayAndFilesHoldWhatWasWritten(TestReporter reporter) throws Exception {
    run(2, STEPS, reporter);
  }

  @Tag("long")
  @RepeatedTest(8)
  void objectsStayInManyHistories(RepetitionInfo repetition, TestReporter reporter)
      throws Exception {
    run(repetition.getCurrentRepetition(), MORE_STEPS, reporter);
  }

  private void run(int way, int steps, TestReporter reporter) throws Exception {
    Map<String, String> settings =
        Map.of(
            "fs.situ.hdfs.checksums",
            way % 2 == 0 ? "lazy" : "eager",
            "fs.situ.hdfs.link",
            way % 4 < 2 ? "placeholder" : "symlink");
    run(steps, settings, reporter);
  }
}
