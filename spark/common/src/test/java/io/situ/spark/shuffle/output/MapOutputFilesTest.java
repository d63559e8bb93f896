// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.spark.FileSystemRegistration;
import io.situ.spark.shuffle.directory.SharedFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of map outputs, with Situ's file system, which is in the packaged bundle. */
@Tag("end-to-end")
class MapOutputFilesTest {

  private static final int CHUNK = Partition.CHUNK;
  private static final Rereading AT_ONCE = new Rereading(0);

  @TempDir private Path scratch;
  private SharedFiles files;
  private OpenOutputs open;
  private ReadPool pool;
  private org.apache.hadoop.fs.Path application;

  @BeforeEach
  void open() throws IOException {
    Configuration conf = new Configuration(false);
    FileSystemRegistration.register(conf);
    Files.createDirectories(scratch.resolve("application/shuffle-3"));
    files = SharedFiles.open(new org.apache.hadoop.fs.Path("situ://" + scratch), conf);
    application = new org.apache.hadoop.fs.Path(files.directory(), "application");
    open = new OpenOutputs(files);
    pool = new ReadPool(4);
  }

  @AfterEach
  void close() throws IOException {
    pool.close();
    open.close();
    files.close();
  }

  @Test
  void readsEachRangeAsItWasWritten() throws Exception {
    int[] lengths = {0, 10, 0, 70_000, 1, CHUNK, CHUNK + 1, 0, 3 * CHUNK + 17, 5, 0};
    byte[][] data = random(lengths);
    MapOutputId output = write(7, data);

    for (int first = 0; first < lengths.length; first++) {
      for (int last = first; last < lengths.length; last++) {
        byte[] expected = join(data, first, last);
        assertThat(read(output, first, last)).as(first + " to " + last).isEqualTo(expected);
      }
    }
  }

  @Test
  void countsForHowLongItWaitsForEachPiece() throws Exception {
    byte[][] data = random(new int[] {3 * CHUNK});
    RangeRequest request = new RangeRequest(write(1, data), 0, 0, 3 * CHUNK);
    long busy = TimeUnit.MILLISECONDS.toNanos(50);

    try (ReadPool one = new ReadPool(1);
        MapOutputReader reader =
            new MapOutputReader(open, one, AT_ONCE, List.of(request), 4 * CHUNK)) {
      RangeStream stream = reader.next();
      stream.readNBytes(CHUNK);
      assertThat(stream.takeWaitedNanos()).isZero();
      one.submit(
          () -> {
            TimeUnit.NANOSECONDS.sleep(busy);
            return null;
          });

      assertThat(stream.readAllBytes()).hasSize(2 * CHUNK);

      // Less than all of it: the other thread may have begun to wait before.
      assertThat(stream.takeWaitedNanos()).isGreaterThan(busy / 2);
      assertThat(stream.takeWaitedNanos()).isZero();
    }
  }

  @Test
  void readsManySmallPartitionsOfManyMaps() throws Exception {
    int[] lengths = new Random(1).ints(3_000, 0, 40).toArray();
    byte[][] data = random(lengths);
    List<RangeRequest> requests = new ArrayList<>();
    for (int map = 0; map < 300; map++) {
      requests.add(new RangeRequest(write(map, data), 1_000, 1_999, 20_000));
    }

    try (MapOutputReader reader = new MapOutputReader(open, pool, AT_ONCE, requests, 100_000)) {
      for (RangeRequest request : requests) {
        RangeStream stream = reader.next();
        assertThat(stream.range().output()).isEqualTo(request.output());
        assertThat(stream.readAllBytes()).isEqualTo(join(data, 1_000, 1_999));
      }
    }
  }

  @Test
  void outputWithoutBytesHasNoFile() throws IOException {
    write(1, random(new int[] {0, 0, 0}));

    assertThat(scratch.resolve("application/shuffle-3")).isEmptyDirectory();
  }

  @Test
  void abortedOutputIsGoneAlsoAfterItWasCommitted() throws IOException {
    SharedMapOutputWriter half = new SharedMapOutputWriter(files, id(1, 2), false);
    try (OutputStream out = half.getPartitionWriter(0).openStream()) {
      out.write(new byte[200_000]);
    }
    assertThat(scratch.resolve("application/shuffle-3/map-1")).exists();
    half.abort(new IOException("for the test"));

    SharedMapOutputWriter whole = new SharedMapOutputWriter(files, id(2, 2), true);
    try (OutputStream out = whole.getPartitionWriter(1).openStream()) {
      out.write(1);
    }
    whole.commitAllPartitions(new long[0]);
    whole.discard();

    assertThat(scratch.resolve("application/shuffle-3")).isEmptyDirectory();
  }

  @Test
  void everyChangedByteIsFound() throws Exception {
    byte[][] data = random(new int[] {30, 0, 50, 20});
    MapOutputId output = write(1, data);
    Path file = file(output);
    int length = (int) Files.size(file);
    assertThat(length).isEqualTo(100 + 5 * ShuffleFileIndex.ENTRY);

    for (int at = 0; at < length; at++) {
      flip(file, at);
      open.closeShuffle(3);
      assertThatThrownBy(() -> read(output, 0, 3))
          .as("byte " + at)
          .isInstanceOf(BadShuffleOutputException.class)
          .hasMessageContaining("checksum")
          .hasMessageContaining("map attempt 1 of shuffle 3")
          .hasMessageContaining("the map runs again");
      flip(file, at);
    }
    open.closeShuffle(3);
    assertThat(read(output, 0, 3)).isEqualTo(join(data, 0, 3));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, CHUNK - 1, CHUNK, 2L * CHUNK, 2L * CHUNK + 99})
  void damageInLargePartitionsIsFoundBeforeItsBytesArePassedOn(long at) throws Exception {
    byte[][] data = random(new int[] {2 * CHUNK + 100, 3});
    MapOutputId output = write(1, data);
    flip(file(output), at);

    RangeRequest request = new RangeRequest(output, 0, 0, data[0].length);
    try (MapOutputReader reader =
        new MapOutputReader(open, pool, AT_ONCE, List.of(request), 1 << 20)) {
      int good = 0;
      BadShuffleOutputException failure = null;
      try {
        RangeStream stream = reader.next();
        for (int value = stream.read(); value >= 0; value = stream.read()) {
          assertThat((byte) value).isEqualTo(data[0][good]);
          good++;
        }
      } catch (BadShuffleOutputException e) {
        failure = e;
      }
      assertThat(failure).isNotNull();
      assertThat(failure.isDamaged()).isTrue();
      assertThat(good).isEqualTo((int) (at / CHUNK) * CHUNK);
    }
  }

  @Test
  void changedChecksumsOfChunksAreFound() throws Exception {
    MapOutputId output = write(1, random(new int[] {CHUNK + 1}));
    flip(file(output), output.length() + ShuffleFileIndex.entriesLength(output));

    assertThatThrownBy(() -> read(output, 0, 0)).hasMessageContaining("do not have theirs");
  }

  @Test
  void fileThatIsCutMissingOrOfAnotherMapIsNotUsed() throws Exception {
    MapOutputId output = write(1, random(new int[] {100, 100}));
    MapOutputId other = write(2, random(new int[] {100, 100}));
    Path file = file(output);
    byte[] good = Files.readAllBytes(file);

    for (int length : new int[] {0, 100, 200, good.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(good, length));
      open.closeShuffle(3);
      assertThatThrownBy(() -> read(output, 0, 1))
          .as("cut to " + length)
          .isInstanceOf(BadShuffleOutputException.class);
    }
    Files.copy(file(other), file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    open.closeShuffle(3);
    assertThatThrownBy(() -> read(output, 0, 1)).hasMessageContaining("checksum");

    Files.delete(file);
    open.closeShuffle(3);
    assertThatThrownBy(() -> read(output, 0, 1)).hasMessageContaining("it is not there");
  }

  @Test
  void fileThatAppearsLateIsRead() throws Exception {
    byte[][] data = random(new int[] {100});
    MapOutputId output = write(1, data);
    Path file = file(output);
    Path hidden = scratch.resolve("hidden");
    Files.move(file, hidden);

    RangeRequest request = new RangeRequest(output, 0, 0, 100);
    try (MapOutputReader reader =
        new MapOutputReader(open, pool, new Rereading(60_000), List.of(request), 1 << 20)) {
      Thread late =
          new Thread(
              () -> {
                try {
                  Thread.sleep(200);
                  Files.move(hidden, file);
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      late.start();
      assertThat(reader.next().readAllBytes()).isEqualTo(data[0]);
      late.join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void spillIsMovedOrCopied(boolean mounted) throws Exception {
    byte[][] data = random(new int[] {0, 100_000, 0, 2 * CHUNK, 7});
    Path spill = scratch.resolve("spill");
    Files.write(spill, join(data, 0, 4));
    Object inode = Files.getAttribute(spill, "unix:ino");
    SpillTransfer transfer =
        new SpillTransfer(
            files,
            mounted ? Optional.of(scratch.resolve("application")) : Optional.empty(),
            id(1, 5),
            true);

    long[] lengths = {0, 100_000, 0, 2 * CHUNK, 7};
    transfer.transferMapSpillFile(spill.toFile(), lengths, new long[0]);

    MapOutputId output = id(1, 5).withLength(100_000L + 2 * CHUNK + 7);
    assertThat(read(output, 0, 4)).isEqualTo(join(data, 0, 4));
    assertThat(read(output, 3, 3)).isEqualTo(data[3]);
    assertThat(Files.exists(spill)).isNotEqualTo(mounted);
    assertThat(Files.getAttribute(file(output), "unix:ino").equals(inode)).isEqualTo(mounted);

    transfer.discard();
    assertThat(file(output)).doesNotExist();
  }

  private MapOutputId id(long map, int partitions) {
    return new MapOutputId(application, 3, partitions, map, -1);
  }

  private Path file(MapOutputId output) {
    return Path.of(output.file().toUri().getPath());
  }

  private MapOutputId write(long map, byte[][] data) throws IOException {
    MapOutputId output = id(map, data.length);
    SharedMapOutputWriter writer = new SharedMapOutputWriter(files, output, false);
    long total = 0;
    for (int i = 0; i < data.length; i++) {
      if (data[i].length > 0 || i % 2 == 0) {
        var partition = writer.getPartitionWriter(i);
        try (OutputStream out = partition.openStream()) {
          int half = data[i].length / 2;
          out.write(data[i], 0, half);
          for (int at = half; at < Math.min(half + 10, data[i].length); at++) {
            out.write(data[i][at]);
          }
          int rest = Math.min(half + 10, data[i].length);
          out.write(data[i], rest, data[i].length - rest);
        }
        assertThat(partition.getNumBytesWritten()).isEqualTo(data[i].length);
      }
      total += data[i].length;
    }
    long[] lengths = writer.commitAllPartitions(new long[0]).getPartitionLengths();
    for (int i = 0; i < data.length; i++) {
      assertThat(lengths[i]).isEqualTo(data[i].length);
    }
    return output.withLength(total);
  }

  private byte[] read(MapOutputId output, int first, int last) throws Exception {
    RangeRequest request = new RangeRequest(output, first, last, 1);
    try (MapOutputReader reader =
        new MapOutputReader(open, pool, AT_ONCE, List.of(request), 1 << 20)) {
      return reader.next().readAllBytes();
    }
  }

  private static void flip(Path file, long at) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      int value = bytes.read();
      bytes.seek(at);
      bytes.write(value ^ 0x10);
    }
  }

  private static byte[][] random(int[] lengths) {
    Random random = new Random(42);
    byte[][] data = new byte[lengths.length][];
    for (int i = 0; i < lengths.length; i++) {
      data[i] = new byte[lengths[i]];
      random.nextBytes(data[i]);
    }
    return data;
  }

  private static byte[] join(byte[][] data, int first, int last) {
    java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
    for (int i = first; i <= last; i++) {
      all.writeBytes(data[i]);
    }
    return all.toByteArray();
  }
}
