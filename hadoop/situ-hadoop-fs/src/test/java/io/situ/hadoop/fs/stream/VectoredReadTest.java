// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.storage.ReadHandle;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.Test;

class VectoredReadTest {

  private final byte[] content = StreamFixtures.bytes(4 << 20);
  private final MemoryFileSource file = new MemoryFileSource(content);

  private static FileRange range(long offset, int length) {
    return FileRange.createFileRange(offset, length);
  }

  @Test
  void closeRangesAreReadInOneGoAndFarOnesApart() throws Exception {
    List<FileRange> ranges =
        List.of(range(2 << 20, 50), range(0, 100), range(200, 100), range(10_000, 100));
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        int from = (int) range.getOffset();
        assertThat(range.getData().get())
            .isEqualTo(ByteBuffer.wrap(content, from, range.getLength()));
      }
      assertThat(file.reads).containsExactlyInAnyOrder(10_100, 50);
      assertThat(
              StreamFixtures.counter(in, StreamStatisticNames.STREAM_READ_VECTORED_COMBINED_RANGES))
          .isEqualTo(2);
      assertThat(StreamFixtures.counter(in, StreamStatisticNames.STREAM_READ_BYTES)).isEqualTo(350);
    }
  }

  /** Spark takes what a task read from the statistics of its thread. */
  @Test
  void allRangesAreCountedForTheThreadThatAsked() throws Exception {
    FileSystem.Statistics hadoop = new FileSystem.Statistics("situ");
    ReadSource source =
        new ReadSource("f", ReadHandle.Policy.RANDOM, file, LocalityTracker.Placement.NONE);
    List<FileRange> ranges = List.of(range(0, 100), range(1 << 20, 1000), range(3 << 20, 10_000));
    try (SituInputStream in =
        new SituInputStream(StreamFixtures.context("thread", hadoop), source)) {
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        range.getData().get();
      }
      assertThat(hadoop.getThreadStatistics().getBytesRead()).isEqualTo(11_100);
    }
    assertThat(hadoop.getBytesRead()).isEqualTo(11_100);
  }

  @Test
  void rangesAreReadWhileAllOtherThreadsHang() throws Exception {
    MemoryFileSource hanging = new MemoryFileSource(content);
    hanging.hangs = true;
    List<FileRange> many = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      many.add(range(i * 40_000L, 10));
    }
    try (SituInputStream other = StreamFixtures.open(hanging);
        SituInputStream in = StreamFixtures.open(file)) {
      CompletableFuture<Void> stuck =
          CompletableFuture.runAsync(() -> read(other, many), task -> new Thread(task).start());
      while (hanging.calls.get() <= 8 && !stuck.isDone()) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      List<FileRange> ranges = List.of(range(0, 100), range(1 << 20, 100), range(2 << 20, 100));
      in.readVectored(ranges, ByteBuffer::allocate);
      for (FileRange range : ranges) {
        assertThat(range.getData().get(60, TimeUnit.SECONDS).remaining()).isEqualTo(100);
      }
      hanging.hangs = false;
      stuck.get();
    }
  }

  private static void read(SituInputStream in, List<FileRange> ranges) {
    try {
      in.readVectored(ranges, ByteBuffer::allocate);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void senselessRangesAreRefusedBeforeAnythingIsRead() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      refused(in, IllegalArgumentException.class, range(0, 10), range(5, 10));
      refused(in, IllegalArgumentException.class, range(0, -1));
      refused(in, EOFException.class, range(-1, 10));
      refused(in, EOFException.class, range(content.length - 1, 2));
      refused(in, NullPointerException.class, (FileRange) null);
      assertThat(file.reads).isEmpty();
    }
  }

  private static void refused(
      SituInputStream in, Class<? extends Exception> kind, FileRange... ranges) {
    assertThatThrownBy(() -> in.readVectored(Arrays.asList(ranges), ByteBuffer::allocate))
        .isInstanceOf(kind);
  }

  @Test
  void aFailureReachesEveryRangeOfItsGroupAndGivesItsBuffersBack() throws IOException {
    file.visible = 1000;
    List<ByteBuffer> given = Collections.synchronizedList(new ArrayList<>());
    List<ByteBuffer> back = Collections.synchronizedList(new ArrayList<>());
    List<FileRange> ranges = List.of(range(0, 10), range(5000, 10));
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readVectored(
          ranges,
          length -> {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            given.add(buffer);
            return buffer;
          },
          back::add);
      for (FileRange range : ranges) {
        assertThatThrownBy(() -> range.getData().get())
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(IOException.class);
      }
    }
    assertThat(back).usingElementComparator((a, b) -> a == b ? 0 : 1).containsAll(given);
  }

  @Test
  void buffersLargerThanTheirRangeAreCutToIt() throws Exception {
    FileRange only = range(10, 20);
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.readVectored(List.of(only), length -> ByteBuffer.allocate(64));
      assertThat(only.getData().get()).isEqualTo(ByteBuffer.wrap(content, 10, 20));
    }
  }
}
