// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams on files whose next bytes are not fetched unless they are asked for. */
class ReadAheadTest {

  private static final int WINDOW = 64 << 10;

  private final byte[] content = StreamFixtures.bytes(1 << 20);
  private final MemoryFileSource file = new MemoryFileSource(content);

  @BeforeEach
  void nothingReadsAhead() {
    file.readsAhead = false;
  }

  @Test
  void theNextBytesAreFetchedWhileTheReaderIsBusy() throws Exception {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readNBytes(300_000);
      await(() -> file.total() - 300_000 > WINDOW);
      assertThat(file.total() - 300_000).isLessThanOrEqualTo(2 * WINDOW);
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, 300_000, 1 << 20));
      assertThat(file.total()).isEqualTo(1 << 20);
      assertThat(StreamFixtures.counter(in, StreamStatisticNames.STREAM_READ_TOTAL_BYTES))
          .isEqualTo(1 << 20);
    }
  }

  @Test
  void whereSomethingElseReadsAheadNothingIsFetchedTwice() throws IOException {
    file.readsAhead = true;
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readNBytes(300_000);
      assertThat(file.total() - 300_000).isLessThanOrEqualTo(WINDOW);
    }
  }

  @Test
  void aReaderWhoJumpsAboutAsksForNothingEarly() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      for (int at = 900_000; at > 0; at -= 100_000) {
        in.seek(at);
        in.readNBytes(8192);
      }
    }
    assertThat(file.reads).containsOnly(8192);
  }

  @Test
  void bytesOfAnotherHostAreNotAskedForEarly() throws Exception {
    int border = 1 << 19;
    List<Extent> extents =
        List.of(
            new Extent(0, border, List.of(Replica.on("here"))),
            new Extent(border, border, List.of(Replica.on("far"))));
    try (SituInputStream in =
        new SituInputStream(
            StreamFixtures.context("ahead", null),
            new ReadSource(
                "f", ReadHandle.Policy.SEQUENTIAL, file, (object, offset, length) -> extents))) {
      in.readNBytes(border - 100);
      await(() -> file.total() == border);
      in.readNBytes(100);
      assertThat(file.total()).isEqualTo(border);
      assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(content, border, 1 << 20));
    }
  }

  @Test
  void anEarlyFailureIsReportedToTheReaderThatGetsThere() throws IOException {
    file.visible = 600_000;
    try (SituInputStream in = StreamFixtures.open(file)) {
      assertThat(in.readNBytes(589_000)).isEqualTo(Arrays.copyOf(content, 589_000));
      assertThatThrownBy(in::readAllBytes)
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("it ends at or before byte 600000");
    }
  }

  @Test
  void aReaderMayGiveUpWhileBytesAreOnTheirWay() throws Exception {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readNBytes(300_000);
      in.unbuffer();
      assertThat(in.readNBytes(100)).isEqualTo(Arrays.copyOfRange(content, 300_000, 300_100));
      in.readNBytes(300_000);
      in.seek(5);
      assertThat(in.readNBytes(100)).isEqualTo(Arrays.copyOfRange(content, 5, 105));
    }
    assertThat(file.closed).isTrue();
  }

  @Test
  void aWaitingReaderCanBeInterrupted() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readNBytes(300_000);
      file.delayMillis = 60_000;
      Thread.currentThread().interrupt();
      assertThatThrownBy(in::readAllBytes).isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aReaderDoesNotWaitForThreadsThatHangInAnotherStore() throws Exception {
    MemoryFileSource hanging = new MemoryFileSource(content);
    hanging.hangs = true;
    ReadSource source =
        new ReadSource("g", ReadHandle.Policy.SEQUENTIAL, hanging, LocalityTracker.Placement.NONE);
    OpenFile other =
        new OpenFile(source, new ReadStatistics(StreamFixtures.context("hanging", null), source));
    List<ReadAhead> stuck = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      stuck.add(ReadAhead.start(other, i, 1));
    }
    try (SituInputStream in = StreamFixtures.open(file)) {
      await(() -> hanging.calls.get() > 10);
      assertThat(in.readAllBytes()).isEqualTo(content);
    } finally {
      hanging.hangs = false;
      stuck.forEach(ReadAhead::discard);
    }
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.holds() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    assertThat(condition.holds()).isTrue();
  }
}
