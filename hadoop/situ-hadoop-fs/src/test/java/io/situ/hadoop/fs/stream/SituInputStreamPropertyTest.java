// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories of calls on a stream give what the same calls on a byte array would. */
class SituInputStreamPropertyTest {

  private static final int STEPS = 3000;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 4096, 70_000, 3_000_000})
  void randomCallsAgreeWithAByteArray(int length) throws Exception {
    for (long seed = 1; seed <= 3; seed++) {
      byte[] content = StreamFixtures.bytes(length);
      MemoryFileSource file = new MemoryFileSource(content);
      Random random = new Random(seed);
      file.readsAhead = random.nextBoolean();
      file.mostPerRead = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(50_000);
      try (SituInputStream in = StreamFixtures.open(file)) {
        History history = new History(in, content, random);
        for (int step = 0; step < STEPS; step++) {
          history.step("seed " + seed + ", step " + step);
        }
      }
    }
  }

  @Test
  void positionedReadsOfManyThreadsDoNotDisturbEachOther() throws Exception {
    byte[] content = StreamFixtures.bytes(500_000);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (SituInputStream in = StreamFixtures.open(new MemoryFileSource(content))) {
      List<Future<?>> results = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        Random random = new Random(t);
        results.add(threads.submit(() -> readAbout(in, content, random)));
      }
      assertThat(in.readAllBytes()).isEqualTo(content);
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void readAbout(SituInputStream in, byte[] content, Random random)
      throws IOException {
    for (int i = 0; i < 2000; i++) {
      int from = random.nextInt(content.length);
      byte[] target = new byte[random.nextInt(Math.min(9000, content.length - from))];
      in.readFully(from, target);
      assertThat(target).isEqualTo(Arrays.copyOfRange(content, from, from + target.length));
    }
    return null;
  }

  /** One stream, the array it should equal, and the position the array's reader would have. */
  private static final class History {
    private final SituInputStream in;
    private final byte[] content;
    private final Random random;
    private int position;

    History(SituInputStream in, byte[] content, Random random) {
      this.in = in;
      this.content = content;
      this.random = random;
    }

    void step(String when) throws Exception {
      switch (random.nextInt(10)) {
        case 0 -> seek(random.nextInt(content.length + 1));
        case 1 -> seek(Math.min(content.length, position + random.nextInt(5000)));
        case 2 -> one(when);
        case 3, 4 -> array(when);
        case 5 -> buffer(when);
        case 6 -> positioned(when);
        case 7 -> vectored(when);
        case 8 -> lent(when);
        default -> other();
      }
      assertThat(in.getPos()).as(when).isEqualTo(position);
    }

    private int size() {
      int[] scales = {3, 100, 5000, 70_000, 1_500_000};
      return random.nextInt(scales[random.nextInt(scales.length)]);
    }

    private void seek(int target) throws IOException {
      in.seek(target);
      position = target;
    }

    private void one(String when) throws IOException {
      int expected = position < content.length ? content[position] & 0xff : -1;
      assertThat(in.read()).as(when).isEqualTo(expected);
      position = Math.min(content.length, position + 1);
    }

    private void array(String when) throws IOException {
      byte[] target = new byte[size()];
      int offset = target.length == 0 ? 0 : random.nextInt(target.length);
      int count = in.read(target, offset, target.length - offset);
      check(
          when, ByteBuffer.wrap(target, offset, Math.max(count, 0)), count, target.length - offset);
    }

    private void buffer(String when) throws IOException {
      int size = size();
      ByteBuffer target =
          random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
      int count = in.read(target);
      check(when, target.flip(), count, size);
    }

    private void check(String when, ByteBuffer got, int count, int wanted) {
      int expected = Math.min(wanted, content.length - position);
      assertThat(count).as(when).isEqualTo(wanted > 0 && expected == 0 ? -1 : expected);
      assertThat(got).as(when).isEqualTo(ByteBuffer.wrap(content, position, expected));
      position += expected;
    }

    private void positioned(String when) throws IOException {
      int from = random.nextInt(content.length + 10);
      ByteBuffer target = ByteBuffer.allocate(size());
      int count = in.read(from, target);
      int expected = Math.max(0, Math.min(target.capacity(), content.length - from));
      assertThat(count).as(when).isEqualTo(target.capacity() > 0 && expected == 0 ? -1 : expected);
      assertThat(target.flip())
          .as(when)
          .isEqualTo(ByteBuffer.wrap(content, Math.min(from, content.length), expected));
    }

    private void vectored(String when) throws Exception {
      List<FileRange> ranges = new ArrayList<>();
      int at = 0;
      for (int i = random.nextInt(12); i > 0; i--) {
        int from = at + random.nextInt(40_000);
        int length = random.nextInt(30_000);
        if (from + length > content.length) {
          break;
        }
        ranges.add(FileRange.createFileRange(from, length));
        at = from + length;
      }
      java.util.Collections.shuffle(ranges, random);
      in.readVectored(
          ranges, random.nextBoolean() ? ByteBuffer::allocate : ByteBuffer::allocateDirect);
      for (FileRange range : ranges) {
        assertThat(range.getData().get())
            .as(when)
            .isEqualTo(ByteBuffer.wrap(content, (int) range.getOffset(), range.getLength()));
      }
    }

    private void lent(String when) throws IOException {
      int size = size();
      ByteBuffer got =
          in.read(random.nextBoolean() ? new ElasticByteBufferPool() : null, size, null);
      int expected = Math.min(size, content.length - position);
      if (size > 0 && expected == 0) {
        assertThat(got).as(when).isNull();
        return;
      }
      assertThat(got).as(when).isEqualTo(ByteBuffer.wrap(content, position, got.remaining()));
      assertThat(got.remaining()).as(when).isEqualTo(expected);
      position += got.remaining();
      in.releaseBuffer(got);
    }

    private void other() throws IOException {
      switch (random.nextInt(3)) {
        case 0 -> in.unbuffer();
        case 1 -> in.setReadahead((long) random.nextInt(300_000));
        default -> position += (int) in.skip(random.nextInt(10_000));
      }
    }
  }
}
