// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.cluster.DataNodeProcess;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;

/** A fourth DataNode, in a process of its own, is killed again and again. */
@Tag("long")
@Tag("servers")
class RandomKillsTest extends RandomOperations {

  private static final int STEPS = 20;
  private static final String KILLED = "node4";

  private DataNodeProcess datanode;

  @Override
  List<String> holders() {
    return List.of("4", "14", "24", "134");
  }

  @Override
  List<Step> moreSteps() {
    return List.of(this::kill, this::kill);
  }

  @RepeatedTest(2)
  void objectsStayAndFilesHoldWhatWasWritten(RepetitionInfo repetition, TestReporter reporter)
      throws Exception {
    String checksums = repetition.getCurrentRepetition() == 1 ? "lazy" : "eager";
    run(
        STEPS,
        Map.of(
            "fs.situ.hdfs.checksums",
            checksums,
            // As long as HDFS has it: readers wait until the node is up again.
            "dfs.client.retry.window.base",
            "3000"),
        reporter);
  }

  @Override
  void begin() throws Exception {
    datanode = DataNodeProcess.joining(linked(), scratch.resolve("process"), KILLED);
  }

  @Override
  void end() throws Exception {
    if (datanode != null) {
      datanode.close();
    }
  }

  /** What others hold too is read while it is down, and all of it when it is up again. */
  private void kill() throws Exception {
    did("kill");
    datanode.kill();
    for (Map.Entry<Path, byte[]> file : expected().entrySet()) {
      if (isHeldByOthers(file.getKey())) {
        readFromOthers(file);
      }
    }
    datanode.start();
    for (Map.Entry<Path, byte[]> file : expected().entrySet()) {
      assertHolds(file);
    }
  }

  /** The others may just then be asked to delete what {@code setrep} left over. */
  private void readFromOthers(Map.Entry<Path, byte[]> file) throws IOException {
    try {
      assertHolds(file);
    } catch (BlockMissingException e) {
      assertThat(isHeldByOthers(file.getKey())).as(e.getMessage()).isFalse();
    }
  }

  private void assertHolds(Map.Entry<Path, byte[]> file) throws IOException {
    String name = file.getKey().toString();
    assertThat(linked().read(name)).as(name).isEqualTo(file.getValue());
  }

  private boolean isHeldByOthers(Path file) throws IOException {
    BlockLocation[] blocks = linked().hdfs().getFileBlockLocations(file, 0, Long.MAX_VALUE);
    return Arrays.stream(blocks)
        .allMatch(
            block -> {
              try {
                return Arrays.stream(block.getHosts()).anyMatch(host -> !host.equals(KILLED));
              } catch (IOException e) {
                return false;
              }
            });
  }
}
