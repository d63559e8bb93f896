// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static io.situ.hadoop.fs.stream.StreamFixtures.bytes;
import static io.situ.hadoop.fs.stream.StreamFixtures.counter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.apache.hadoop.io.ElasticByteBufferPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SituInputStreamTest {

  private final byte[] content = bytes(1_000_000);
  private final MemoryFileSource file = new MemoryFileSource(content);

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 65_536, 300_000, 2_000_000})
  void readsTheWholeFileInPiecesOfAnySize(int piece) throws IOException {
    readWhole(piece, true);
    readWhole(piece, false);
  }

  private void readWhole(int piece, boolean readsAhead) throws IOException {
    MemoryFileSource whole = new MemoryFileSource(content);
    whole.readsAhead = readsAhead;
    try (SituInputStream in = StreamFixtures.open(whole)) {
      byte[] seen = new byte[content.length + 1];
      int at = 0;
      int count;
      while ((count = in.read(seen, at, Math.min(piece, seen.length - at))) > 0) {
        at += count;
      }
      assertThat(count).isEqualTo(-1);
      assertThat(at).isEqualTo(content.length);
      assertThat(Arrays.copyOf(seen, at)).isEqualTo(content);
      assertThat(in.getPos()).isEqualTo(content.length);
    }
  }

  @Test
  void smallReadsInSequenceAreFewReadsOfTheStore() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      for (int i = 0; i < content.length; i++) {
        assertThat((byte) in.read()).isEqualTo(content[i]);
      }
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(file.reads).hasSizeLessThan(20);
  }

  @Test
  void aLargeReadAfterAJumpFetchesNoMoreThanItNeeds() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      byte[] target = new byte[8192];
      for (long at = 900_000; at > 0; at -= 100_000) {
        in.seek(at);
        in.readFully(at, target);
        assertThat(in.read(target)).isEqualTo(8192);
      }
      assertThat(file.reads).containsOnly(8192);
    }
  }

  @Test
  void shortReadsOfTheStoreAreHidden() throws IOException {
    file.mostPerRead = 1000;
    try (SituInputStream in = StreamFixtures.open(file)) {
      byte[] target = new byte[content.length];
      assertThat(in.read(target)).isEqualTo(content.length);
      assertThat(target).isEqualTo(content);
    }
  }

  @Test
  void positionedReadsLeaveThePosition() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.seek(17);
      byte[] target = new byte[100];
      assertThat(in.read(500L, target, 0, 100)).isEqualTo(100);
      assertThat(target).isEqualTo(Arrays.copyOfRange(content, 500, 600));
      ByteBuffer direct = ByteBuffer.allocateDirect(100);
      in.readFully(600L, direct);
      assertThat(direct.flip()).isEqualTo(ByteBuffer.wrap(content, 600, 100));
      assertThat(in.read(content.length, target, 0, 1)).isEqualTo(-1);
      assertThat(in.read(content.length, target, 0, 0)).isZero();
      assertThat(in.getPos()).isEqualTo(17);
    }
  }

  @Test
  void readingBehindTheEndIsAnEndOfFile() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      byte[] target = new byte[10];
      assertThatThrownBy(() -> in.readFully(content.length - 5, target))
          .isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.readFully(content.length - 5, ByteBuffer.allocate(10)))
          .isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.read(-1, target, 0, 1)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.seek(-1)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> in.seek(content.length + 1)).isInstanceOf(EOFException.class);
      in.seek(content.length);
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.available()).isZero();
    }
  }

  @Test
  void skipAndAvailableKnowTheEnd() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      assertThat(in.available()).isEqualTo(content.length);
      assertThat(in.skip(10)).isEqualTo(10);
      assertThat((byte) in.read()).isEqualTo(content[10]);
      assertThat(in.skip(-1)).isZero();
      assertThat(in.skip(content.length)).isEqualTo(content.length - 11);
      assertThat(in.skip(1)).isZero();
    }
  }

  @Test
  void aFileThatWasCutGivesAnErrorInsteadOfAnEarlyEnd() {
    file.visible = 1000;
    SituInputStream in = StreamFixtures.open(file);
    assertThatThrownBy(() -> in.readNBytes(content.length))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CHANGED))
        .hasMessageContaining("1000")
        .hasMessageContaining("1000000");
  }

  @Test
  void aClosedStreamRefusesEverythingAndClosesItsFile() throws IOException {
    SituInputStream in = StreamFixtures.open(file);
    in.read();
    in.close();
    in.close();
    in.unbuffer();
    assertThat(file.closed).isTrue();
    byte[] target = new byte[1];
    List<ThrowingCall> calls =
        List.of(
            in::read,
            () -> in.read(target),
            () -> in.read(ByteBuffer.wrap(target)),
            () -> in.read(0L, target, 0, 1),
            () -> in.read(0L, ByteBuffer.wrap(target)),
            () -> in.readVectored(new ArrayList<>(), ByteBuffer::allocate),
            () -> in.read(null, 1, EnumSet.noneOf(org.apache.hadoop.fs.ReadOption.class)),
            () -> in.seek(1),
            () -> in.skip(1),
            in::available);
    for (ThrowingCall call : calls) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Stream is closed");
    }
  }

  private interface ThrowingCall {
    void run() throws Exception;
  }

  @Test
  void whatWasAddedSinceOpeningCanBeRead() throws IOException {
    byte[] longer = bytes(500);
    MemoryFileSource growing = new MemoryFileSource(longer);
    growing.sizeWhenOpened = 300;
    growing.visible = 300;
    try (SituInputStream in = StreamFixtures.open(growing)) {
      assertThat(in.readNBytes(1000)).isEqualTo(Arrays.copyOf(longer, 300));
      assertThat(in.read()).isEqualTo(-1);
      growing.visible = 500;
      assertThat(in.readNBytes(1000)).isEqualTo(Arrays.copyOfRange(longer, 300, 500));
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.available()).isZero();
    }
  }

  @Test
  void aSmallFileIsOneReadOfTheStore() throws IOException {
    MemoryFileSource small = new MemoryFileSource(bytes(1000));
    try (SituInputStream in = StreamFixtures.open(small)) {
      assertThat(in.read(new byte[5000])).isEqualTo(1000);
    }
    assertThat(small.calls).hasValue(1);
  }

  @Test
  void unbufferGivesMemoryBackAndKeepsThePosition() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.read();
      in.unbuffer();
      assertThat((byte) in.read()).isEqualTo(content[1]);
      assertThat(counter(in, StreamStatisticNames.STREAM_READ_UNBUFFERED)).isEqualTo(1);
    }
  }

  @Test
  void readAheadCanBeSetAndReset() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      in.setReadahead(4096L);
      in.readNBytes(100_000);
      in.read();
      in.read();
      assertThat(file.reads).allMatch(count -> count <= 4096 || count >= 8192);
      in.setReadahead(null);
      assertThatThrownBy(() -> in.setReadahead(-1L)).isInstanceOf(IllegalArgumentException.class);
      in.setDropBehind(true);
    }
  }

  @Test
  void lendsBuffersFromAPoolOrItsOwn() throws IOException {
    ElasticByteBufferPool pool = new ElasticByteBufferPool();
    try (FSDataInputStream in = new FSDataInputStream(StreamFixtures.open(file))) {
      ByteBuffer first = in.read(pool, 5000);
      assertThat(first).isEqualTo(ByteBuffer.wrap(content, 0, 5000));
      in.releaseBuffer(first);
      assertThat(pool.size(true)).isEqualTo(1);
      ByteBuffer second = in.read(null, 5000);
      assertThat(second).isEqualTo(ByteBuffer.wrap(content, 5000, 5000));
      in.releaseBuffer(second);
      ByteBuffer none = in.read(pool, 0);
      assertThat(none.hasRemaining()).isFalse();
      in.releaseBuffer(none);
      assertThatThrownBy(() -> in.releaseBuffer(ByteBuffer.allocate(1)))
          .isInstanceOf(IllegalArgumentException.class);
      in.seek(content.length);
      assertThat(in.read(pool, 10)).isNull();
      assertThat(pool.size(true)).isEqualTo(1);
    }
  }

  @Test
  void declaresWhatItCanDo() throws IOException {
    try (SituInputStream in = StreamFixtures.open(file)) {
      assertThat(
              List.of(
                  StreamCapabilities.READAHEAD,
                  StreamCapabilities.UNBUFFER,
                  StreamCapabilities.READBYTEBUFFER,
                  StreamCapabilities.PREADBYTEBUFFER,
                  StreamCapabilities.VECTOREDIO,
                  StreamCapabilities.IOSTATISTICS,
                  "IN:UNBUFFER"))
          .allMatch(in::hasCapability);
      assertThat(in.hasCapability(StreamCapabilities.DROPBEHIND)).isFalse();
      assertThat(in.hasCapability(StreamCapabilities.VECTOREDIO_BUFFERS_SLICED)).isFalse();
    }
  }

  @Test
  void countsEveryByteHandedOver() throws IOException {
    FileSystem.Statistics statistics = new FileSystem.Statistics("situ");
    ReadSource source =
        new ReadSource("f", ReadHandle.Policy.SEQUENTIAL, file, LocalityTracker.Placement.NONE);
    try (SituInputStream in =
        new SituInputStream(StreamFixtures.context("count", statistics), source)) {
      in.read();
      assertThat(counter(in, StreamStatisticNames.STREAM_READ_BYTES)).isEqualTo(1);
      in.read(new byte[10]);
      in.read(500L, new byte[20], 0, 20);
      in.read(ByteBuffer.allocate(30));
      in.seek(0);
      assertThat(counter(in, StreamStatisticNames.STREAM_READ_BYTES)).isEqualTo(61);
      assertThat(statistics.getBytesRead()).isEqualTo(61);
      assertThat(counter(in, StreamStatisticNames.STREAM_READ_SEEK_OPERATIONS)).isEqualTo(1);
      assertThat(counter(in, StreamStatisticNames.STREAM_READ_TOTAL_BYTES)).isPositive();
      in.read();
    }
    assertThat(statistics.getBytesRead()).isEqualTo(62);
    assertThat(SituStatistics.of("count").bytesRead(SituStatistics.Distance.UNKNOWN)).isEqualTo(62);
  }
}
