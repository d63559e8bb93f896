// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.hadoop.fs.placement.InventoryPlacement;
import io.situ.hadoop.fs.statistics.LocalHost;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.statistics.SituStatistics;
import io.situ.hadoop.fs.statistics.SituStatistics.Distance;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalityTrackerTest {

  private static final List<Extent> EXTENTS =
      List.of(
          new Extent(0, 1000, List.of(Replica.on("far"), Replica.on("HERE"))),
          new Extent(1000, 1000, List.of(on("far", "/rack2"), on("near", "/rack1"))),
          new Extent(2000, 1000, List.of(on("far", "/rack2"))),
          new Extent(4000, 500, List.of()));

  private final MemoryFileSource file = new MemoryFileSource(StreamFixtures.bytes(5000));

  @TempDir private Path inventory;

  private static Replica on(String host, String rack) {
    return new Replica(host, Optional.of(rack), 1, Optional.empty());
  }

  private SituInputStream open(StreamContext context, LocalityTracker.Placement placement) {
    return new SituInputStream(
        context, new ReadSource("f", ReadHandle.Policy.SEQUENTIAL, file, placement));
  }

  /** A task's bytes end where another host's begin, but for the rest of a line. */
  @Test
  void littleIsReadAheadOverTheBorderToAnotherHost() throws IOException {
    int border = 1 << 20;
    MemoryFileSource large = new MemoryFileSource(StreamFixtures.bytes(2 * border));
    List<Extent> extents =
        List.of(
            new Extent(0, border / 2, List.of(Replica.on("here"))),
            new Extent(border / 2, border / 2, List.of(Replica.on("far"), Replica.on("here"))),
            new Extent(border, border, List.of(Replica.on("far"))));
    try (SituInputStream in =
        new SituInputStream(
            StreamFixtures.context("border", null),
            new ReadSource(
                "f", ReadHandle.Policy.SEQUENTIAL, large, (object, offset, length) -> extents))) {
      in.readNBytes(border);
      assertThat(large.reads.stream().mapToInt(Integer::intValue).sum()).isEqualTo(border);
      assertThat(large.reads).hasSizeLessThan(border / (64 << 10) + 6);
      large.reads.clear();
      in.readNBytes(100);
      assertThat(large.reads).containsExactly(4 << 10);
      in.readNBytes(border / 2);
      assertThat(large.reads.get(large.reads.size() - 1)).isGreaterThanOrEqualTo(64 << 10);
    }
  }

  @Test
  void everyByteIsCountedByItsDistance() throws IOException {
    FileSystem.Statistics hadoop = new FileSystem.Statistics("situ");
    StreamContext context = StreamFixtures.context("distance", hadoop);
    try (SituInputStream in = open(context, (object, offset, length) -> EXTENTS)) {
      assertThat(in.readAllBytes()).hasSize(5000);
      in.readFully(900L, new byte[200]);
      in.readVectored(List.of(FileRange.createFileRange(0, 10)), ByteBuffer::allocate);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_local")).isEqualTo(1110);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_rack")).isEqualTo(1100);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_remote")).isEqualTo(1000);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_unknown")).isEqualTo(2000);
    }
    SituStatistics totals = SituStatistics.of("distance");
    assertThat(totals.bytesRead(Distance.LOCAL)).isEqualTo(1110);
    assertThat(totals.bytesRead(Distance.RACK)).isEqualTo(1100);
    assertThat(totals.bytesRead(Distance.REMOTE)).isEqualTo(1000);
    assertThat(totals.bytesRead(Distance.UNKNOWN)).isEqualTo(2000);
    assertThat(totals.bytesRead()).isEqualTo(hadoop.getBytesRead()).isEqualTo(5210);
    assertThat(SituStatistics.all()).containsEntry("distance", totals);
    assertThat(hadoop.getBytesReadByDistance(0)).isEqualTo(1110);
    assertThat(hadoop.getBytesReadByDistance(2)).isEqualTo(1100);
    assertThat(hadoop.getBytesReadByDistance(4)).isEqualTo(1000);
  }

  /** Ceph refuses a copy that it does not know to be stable, and sends that of another host. */
  @Test
  void whatAnotherHostSentIsNotLocalThoughACopyIsHere() throws IOException {
    List<Extent> extents =
        List.of(
            new Extent(0, 2000, List.of(Replica.on("here"), Replica.on("far"))),
            new Extent(2000, 3000, List.of(Replica.on("far"), Replica.on("here"))));
    file.remoteBytes =
        Optional.of(
            (position, length) ->
                Math.max(0, Math.min(3000, position + length) - Math.max(1000, position)));
    try (SituInputStream in =
        open(StreamFixtures.context("measured", null), (object, offset, length) -> extents)) {
      in.readAllBytes();
      in.readVectored(List.of(FileRange.createFileRange(2500, 1000)), ByteBuffer::allocate);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_remote")).isEqualTo(1000 + 500);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_local")).isEqualTo(4000 + 500);
    }
  }

  @Test
  void copiesOfTaskReadersCountOnlyWhereTheHandleMeasures() throws IOException {
    MemoryStore store =
        placedBy(new AtomicReference<>(List.of(new Extent(0, 5000, List.of(Replica.on("far"))))));
    Extent both = new Extent(0, 5000, List.of(Replica.on("far"), Replica.on("here")));
    Store ofTasks =
        new ForwardingStore(store) {
          @Override
          public List<Extent> placement(
              StoreObject object, long offset, long length, ReadHandle.Options reader)
              throws StoreException {
            return reader.task() ? List.of(both) : super.placement(object, offset, length, reader);
          }
        };
    BlockLocations locations = new BlockLocations(ofTasks, Optional.empty(), 1 << 20);
    ReadHandle.Options task = ReadHandle.Options.DEFAULT.withTask(true);
    StoreObject object = scannedFile(store);
    assertThat(locations.placement(file, task).extents(object, 0, 5000))
        .extracting(Extent::replicas)
        .containsExactly(List.of(Replica.on("far")));
    file.remoteBytes = Optional.of((position, length) -> 0);
    assertThat(locations.placement(file, task).extents(object, 0, 5000)).containsExactly(both);
    assertThat(locations.extents(object, 0, 5000))
        .extracting(Extent::replicas)
        .containsExactly(List.of(Replica.on("far")));
    assertThat(locations.extents(object, 0, 5000, task)).containsExactly(both);
  }

  private StoreObject scannedFile(MemoryStore store) throws IOException {
    scanned(store);
    return store.stat(MemoryFileSource.PATH, true);
  }

  @Test
  void placementIsAskedOncePerWindowAndNeverBeforeAByteIsRead() throws IOException {
    List<Long> asked = new ArrayList<>();
    LocalityTracker.Placement placement =
        (object, offset, length) -> {
          asked.add(offset);
          return EXTENTS;
        };
    try (SituInputStream in = open(StreamFixtures.context("asked", null), placement)) {
      in.seek(10);
      assertThat(asked).isEmpty();
      in.readAllBytes();
      in.seek(4990);
      in.readAllBytes();
    }
    assertThat(asked).containsExactly(0L);
  }

  @Test
  void aReaderWhoJumpsBetweenWindowsAsksOnceForEach() {
    List<Long> asked = new ArrayList<>();
    LocalityTracker locality =
        new LocalityTracker(
            (object, offset, length) -> {
              asked.add(offset);
              return EXTENTS;
            },
            new LocalHost(Set.of("here"), Optional.empty()));
    long next = 256L << 20;
    for (int i = 0; i < 3; i++) {
      assertThat(locality.spanAt(file.object(), 10))
          .isEqualTo(new LocalityTracker.Span(0, 1000, Distance.LOCAL, false));
      assertThat(locality.spanAt(file.object(), 3500))
          .isEqualTo(new LocalityTracker.Span(3000, 4000, Distance.UNKNOWN));
      assertThat(locality.spanAt(file.object(), next + 7))
          .isEqualTo(new LocalityTracker.Span(next, 2 * next, Distance.UNKNOWN));
    }
    assertThat(asked).containsExactly(0L, next);
    assertThat(
            locality
                .spanAt(file.object(), Long.MAX_VALUE - 1)
                .holds(Long.MAX_VALUE - 1, Long.MAX_VALUE))
        .isTrue();
  }

  @Test
  void aPlacementThatFailsIsUnknownAndNoFailure() throws IOException {
    LocalityTracker.Placement placement =
        (object, offset, length) -> {
          throw new IOException("no answer");
        };
    try (SituInputStream in = open(StreamFixtures.context("failing", null), placement)) {
      assertThat(in.readAllBytes()).hasSize(5000);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_unknown")).isEqualTo(5000);
    }
  }

  /** A brick that died or moved does not change the version of a file. */
  @Test
  void bytesAreCountedAsTheStoreSaysNowAndPlannedAsTheInventoryRemembers() throws IOException {
    AtomicReference<List<Extent>> holders =
        new AtomicReference<>(List.of(new Extent(0, 5000, List.of(Replica.on("here")))));
    MemoryStore store = placedBy(holders);
    BlockLocations locations = scanned(store);
    holders.set(
        List.of(
            new Extent(0, 1000, List.of(Replica.on("far"))),
            new Extent(2000, 500, List.of(Replica.on("far")))));

    StoreObject object = store.stat(MemoryFileSource.PATH, true);
    assertThat(locations.extents(object, 0, 5000))
        .containsExactly(new Extent(0, 5000, List.of(Replica.on("here"))));
    assertThat(locations.placement(ReadHandle.Options.DEFAULT).extents(object, 500, 9000))
        .containsExactly(
            new Extent(500, 500, List.of(Replica.on("far"))),
            new Extent(1000, 1000, List.of(Replica.on("here"))),
            new Extent(2000, 500, List.of(Replica.on("far"))),
            new Extent(2500, 2500, List.of(Replica.on("here"))));
    try (SituInputStream in = open(store, locations)) {
      assertThat(in.readAllBytes()).hasSize(5000);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_remote")).isEqualTo(1500);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_local")).isEqualTo(3500);
    }
  }

  @Test
  void aStoreThatCanSayNothingLeavesCountingToTheInventory() throws IOException {
    MemoryStore store =
        placedBy(new AtomicReference<>(List.of(new Extent(0, 5000, List.of(Replica.on("here"))))));
    scanned(store);
    Store silent =
        new ForwardingStore(store) {
          @Override
          public Set<Capability> capabilities(StorePath path) {
            return Set.of();
          }
        };
    try (SituInputStream in =
        open(
            store,
            new BlockLocations(silent, Optional.of(new InventoryPlacement(inventory)), 1 << 20))) {
      assertThat(in.readAllBytes()).hasSize(5000);
      assertThat(StreamFixtures.counter(in, "stream_read_bytes_local")).isEqualTo(5000);
    }
  }

  private static MemoryStore placedBy(AtomicReference<List<Extent>> holders) {
    return new MemoryStore(
        new MemorySettings().withPlacement(object -> object.isFile() ? holders.get() : List.of()));
  }

  private BlockLocations scanned(MemoryStore store) throws IOException {
    store.mkdir(StorePath.of("/data"), 0755);
    try (WriteHandle out = store.create(MemoryFileSource.PATH, WriteHandle.Options.EXCLUSIVE)) {
      out.write(ByteBuffer.wrap(StreamFixtures.bytes(5000)));
    }
    Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT);
    return new BlockLocations(store, Optional.of(new InventoryPlacement(inventory)), 1 << 20);
  }

  private static SituInputStream open(MemoryStore store, BlockLocations locations)
      throws IOException {
    return new SituInputStream(
        StreamFixtures.context("remembered", null),
        new ReadSource(
            "f",
            ReadHandle.Policy.SEQUENTIAL,
            store.open(MemoryFileSource.PATH, ReadHandle.Options.DEFAULT),
            locations.placement(ReadHandle.Options.DEFAULT)));
  }
}
