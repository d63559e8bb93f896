// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.storage.Capability;
import io.situ.storage.StoreException;
import io.situ.storage.WriteHandle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.statistics.StreamStatisticNames;
import org.junit.jupiter.api.Test;

class SituOutputStreamTest {

  /** Keeps what is written, names the calls it got, and has room for so many bytes only. */
  private static final class Written implements WriteHandle {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final List<String> calls = new ArrayList<>();
    int room = Integer.MAX_VALUE;

    @Override
    public void write(ByteBuffer buffer) throws StoreException {
      calls.add("write");
      if (bytes.size() + buffer.remaining() > room) {
        throw new StoreException(
            StoreException.Kind.NO_SPACE, MemoryFileSource.PATH, "no space left");
      }
      byte[] copy = new byte[buffer.remaining()];
      buffer.get(copy);
      bytes.writeBytes(copy);
    }

    @Override
    public long position() {
      return bytes.size();
    }

    @Override
    public void flush() {
      calls.add("flush");
    }

    @Override
    public void sync() {
      calls.add("sync");
    }

    @Override
    public void abort() {
      calls.add("abort");
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private final Written written = new Written();
  private final FileSystem.Statistics hadoop = new FileSystem.Statistics("situ");

  private SituOutputStream create(String store, Capability... capabilities) {
    return new SituOutputStream(
        StreamFixtures.context(store, hadoop),
        Set.of(capabilities)::contains,
        "situ:///data/file",
        written);
  }

  @Test
  void writesWhatItIsGivenInFewCalls() throws IOException {
    Random random = new Random(1);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    try (SituOutputStream out = create("written")) {
      for (int i = 0; i < 2000; i++) {
        byte[] piece = StreamFixtures.bytes(random.nextInt(i % 100 == 0 ? 200_000 : 300));
        out.write(piece);
        out.write(i);
        expected.writeBytes(piece);
        expected.write(i);
      }
      assertThat(StreamFixtures.counter(out, StreamStatisticNames.STREAM_WRITE_BYTES))
          .isEqualTo(expected.size());
    }
    assertThat(written.bytes.toByteArray()).isEqualTo(expected.toByteArray());
    assertThat(written.calls).hasSizeLessThan(expected.size() / (64 << 10) + 3);
    assertThat(hadoop.getBytesWritten()).isEqualTo(expected.size());
    assertThat(SituStatistics.of("written").bytesWritten()).isEqualTo(expected.size());
  }

  @Test
  void flushesAndSyncsWhereTheStoreCan() throws IOException {
    try (SituOutputStream out = create("s", Capability.FLUSH, Capability.SYNC)) {
      assertThat(out.hasCapability("hflush")).isTrue();
      assertThat(out.hasCapability(StreamCapabilities.HSYNC)).isTrue();
      out.write(1);
      out.flush();
      assertThat(written.calls).containsExactly("write");
      out.write(2);
      out.hflush();
      out.write(3);
      out.hsync();
    }
    assertThat(written.calls).containsExactly("write", "write", "flush", "write", "sync", "close");
  }

  @Test
  void saysSoWhereTheStoreCannot() throws IOException {
    try (SituOutputStream out = create("s", Capability.VISIBLE_ON_CREATE)) {
      assertThat(out.hasCapability("hflush")).isFalse();
      assertThat(out.hasCapability(StreamCapabilities.HSYNC)).isFalse();
      assertThat(out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)).isFalse();
      assertThatThrownBy(out::hflush)
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("situ:///data/file");
      assertThatThrownBy(out::hsync).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void aFailedWriteIsNotForgotten() throws IOException {
    written.room = 10;
    SituOutputStream out = create("s", Capability.FLUSH);
    out.write(new byte[20]);
    assertThatThrownBy(out::flush).hasMessageContaining("no space left");
    assertThatThrownBy(() -> out.write(1)).hasRootCauseMessage("'/data/file': no space left");
    assertThatThrownBy(out::close).hasMessageContaining("no space left");
    out.close();
    assertThat(written.calls).containsExactly("write", "close");
  }

  @Test
  void aFailureInCloseStillClosesTheFile() throws IOException {
    written.room = 10;
    SituOutputStream out = create("s");
    out.write(new byte[20]);
    assertThatThrownBy(out::close).hasMessageContaining("no space left");
    assertThat(written.calls).containsExactly("write", "close");
  }

  @Test
  void abortWritesNothingMore() throws IOException {
    SituOutputStream out = create("s");
    assertThat(out.hasCapability(StreamCapabilities.ABORTABLE_STREAM)).isTrue();
    out.write(new byte[20]);
    Abortable.AbortableResult first = out.abort();
    assertThat(first.alreadyClosed()).isFalse();
    assertThat(first.anyCleanupException()).isNull();
    assertThat(out.abort().alreadyClosed()).isTrue();
    out.close();
    assertThat(written.calls).containsExactly("abort");
  }

  @Test
  void aClosedStreamRefusesToWrite() throws IOException {
    SituOutputStream out = create("s", Capability.FLUSH);
    out.close();
    out.close();
    assertThat(written.calls).containsExactly("close");
    assertThatThrownBy(() -> out.write(1)).hasMessageContaining("Stream is closed");
    assertThatThrownBy(() -> out.write(new byte[1])).hasMessageContaining("Stream is closed");
    assertThatThrownBy(() -> out.write(new byte[0])).hasMessageContaining("Stream is closed");
    assertThatThrownBy(out::hflush).hasMessageContaining("Stream is closed");
  }
}
