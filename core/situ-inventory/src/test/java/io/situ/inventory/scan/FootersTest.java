// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.BackdatedStore;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.footer.FooterReader;
import io.situ.inventory.footer.RecordedFiles;
import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Capability;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.fault.RecordingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Row groups in an inventory. */
class FootersTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final ScanOptions FOOTERS = ScanOptions.DEFAULT.withFooters(true);
  private static final int PART_ROWS = 5;

  @TempDir private Path directory;

  private MemoryStore fill(MemoryStore store) throws IOException {
    store.mkdir(DATA, 0755);
    RecordedFiles.write(store, "/data/a", RecordedFiles.bytes("groups.parquet"));
    RecordedFiles.write(store, "/data/b.orc", RecordedFiles.bytes("zlib.orc"));
    RecordedFiles.write(store, "/data/empty", new byte[0]);
    RecordedFiles.write(store, "/data/text", new byte[1000]);
    for (int i = 0; i < 20; i++) {
      RecordedFiles.write(store, "/data/more-" + i, RecordedFiles.bytes("zstd.orc"));
    }
    return store;
  }

  private Manifest scan(Store store, ScanOptions options) throws IOException {
    return Scanner.scan(store, DATA, directory, options, PART_ROWS);
  }

  private Manifest refresh(Store store) throws IOException {
    return Refresher.refresh(store, directory, ScanOptions.DEFAULT, PART_ROWS);
  }

  private Row row(String name) throws IOException {
    return Snapshots.current(directory).find(DATA.child(name)).orElseThrow();
  }

  private static List<RowGroup> inFile(Store store, String name) throws IOException {
    try (ReadHandle file = store.open(DATA.child(name), ReadHandle.Options.DEFAULT)) {
      return FooterReader.readWithColumns(file).orElseThrow().groups();
    }
  }

  private void assertHolds(Store store) throws IOException {
    for (String name : List.of("a", "b.orc", "more-0", "more-19")) {
      assertThat(row(name).rowGroups()).isEqualTo(inFile(store, name)).hasSize(3);
    }
    for (String name : List.of("empty", "text")) {
      assertThat(row(name).rowGroups()).isEmpty();
    }
    Snapshots.current(directory).verify();
  }

  @Test
  void aScanKeepsThemWhateverTheFilesAreCalled() throws IOException {
    MemoryStore store = fill(new MemoryStore());

    Manifest manifest = scan(store, FOOTERS);

    assertThat(manifest.skipped()).isEmpty();
    assertHolds(store);
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
  }

  @Test
  void aLookupMayLeaveThemOut() throws IOException {
    scan(fill(new MemoryStore()), FOOTERS);
    List<StorePath> paths = List.of(DATA.child("more-3"), DATA.child("a"), DATA.child("none"));

    List<Optional<Row>> rows = Snapshots.current(directory).findAllWithoutRowGroups(paths);

    assertThat(rows.get(0).orElseThrow().object()).isEqualTo(row("more-3").object());
    assertThat(rows.get(1).orElseThrow().rowGroups()).isEmpty();
    assertThat(rows.get(2)).isEmpty();
  }

  /** So that a Situ from before there were footers says what to do, in one sentence. */
  @Test
  void onlyASnapshotWithFootersHasTheNewVersion() throws IOException {
    MemoryStore store = fill(new MemoryStore());

    assertThat(version(scan(store, ScanOptions.DEFAULT))).isEqualTo(2);
    assertThat(version(scan(store, FOOTERS))).isEqualTo(3);
    assertThat(version(refresh(store))).isEqualTo(3);
    assertThat(version(scan(store, ScanOptions.DEFAULT))).isEqualTo(2);
    assertThat(row("a").rowGroups()).isEmpty();
  }

  private int version(Manifest manifest) throws IOException {
    String name = "snapshot-%06d/_manifest.json".formatted(manifest.id());
    String text = Files.readString(directory.resolve(name));
    assertThat(text).contains("\"schemaVersion\" : " + manifest.schemaVersion() + ",");
    return manifest.schemaVersion();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRefreshReadsThemOfChangedFilesOnly(boolean feed) throws IOException {
    MemorySettings settings = new MemorySettings();
    MemoryStore memory =
        fill(new MemoryStore(feed ? settings : settings.without(Capability.CHANGE_FEED)));
    RecordingStore store = new RecordingStore(new BackdatedStore(memory));
    scan(store, FOOTERS);
    RecordedFiles.write(memory, "/data/text", RecordedFiles.bytes("none.orc"));
    RecordedFiles.write(memory, "/data/more-7", new byte[500]);
    store.clear();

    refresh(store);

    assertThat(store.count(StoreOperation.Kind.OPEN)).isEqualTo(2);
    assertThat(row("text").rowGroups()).isEqualTo(inFile(memory, "text")).hasSize(3);
    assertThat(row("more-7").rowGroups()).isEmpty();
    assertThat(row("a").rowGroups()).isEqualTo(inFile(memory, "a"));
  }

  @Test
  void aRefreshAddsThemToAnInventoryOfTheEarlierVersion() throws IOException {
    MemoryStore store = fill(new MemoryStore());
    scan(store, ScanOptions.DEFAULT);

    Refresher.refresh(store, directory, FOOTERS, PART_ROWS);

    assertHolds(store);
  }

  @Test
  void aDamagedFooterIsNotedAndTheFileKeepsItsRow() throws IOException {
    MemoryStore store = fill(new MemoryStore());
    byte[] bytes = RecordedFiles.bytes("groups.parquet");
    bytes[bytes.length - 5] = 0x7F;
    RecordedFiles.write(store, "/data/bad", bytes);

    Manifest manifest = scan(store, FOOTERS);

    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("no-footer: damaged", 1, List.of("/data/bad")));
    assertThat(manifest.isPartial()).isFalse();
    assertThat(row("bad").object().size()).isEqualTo(bytes.length);
    assertHolds(store);
  }

  /** Structures in structures as deep as the stack, and lists in lists of 99 million entries. */
  @Test
  void aFooterMadeToExhaustItsReaderEndsNoScan() throws IOException {
    MemoryStore store = fill(new MemoryStore());
    byte[] deep = new byte[60_000];
    Arrays.fill(deep, (byte) 0xEC);
    RecordedFiles.write(store, "/data/deep", parquet(deep));
    byte[] lists = HexFormat.of().parseHex("49fcc0bd9a2f" + "19fcc0bd9a2f" + "00".repeat(35));
    RecordedFiles.write(store, "/data/lists", parquet(lists));

    Manifest manifest = scan(store, FOOTERS);

    assertThat(manifest.skipped())
        .extracting(Manifest.Skipped::reason)
        .containsExactly("no-footer: damaged");
    assertThat(manifest.skipped().get(0).samples())
        .containsExactlyInAnyOrder("/data/deep", "/data/lists");
    assertHolds(store);
  }

  private static byte[] parquet(byte[] footer) {
    byte[] magic = {'P', 'A', 'R', '1'};
    return ByteBuffer.allocate(footer.length + 12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(magic)
        .put(footer)
        .putInt(footer.length)
        .put(magic)
        .array();
  }

  @Test
  void aFileThatCannotBeReadKeepsItsRow() throws IOException {
    FaultInjectingStore store =
        new FaultInjectingStore(
            fill(new MemoryStore()),
            1,
            Fault.on(StoreOperation.Kind.OPEN).fails(StoreException.Kind.PERMISSION_DENIED));

    Manifest manifest = scan(store, FOOTERS);

    assertThat(manifest.skipped())
        .extracting(Manifest.Skipped::reason)
        .containsExactly("no-footer: permission-denied");
    assertThat(row("text").object().size()).isEqualTo(1000);
  }

  @Test
  void oneReadThatIsNotAnsweredEndsNoScan() throws IOException {
    FaultInjectingStore store =
        new FaultInjectingStore(
            fill(new MemoryStore()),
            1,
            Fault.on(StoreOperation.Kind.READ_RANGES)
                .times(1)
                .fails(StoreException.Kind.UNAVAILABLE));

    Manifest manifest = scan(store, FOOTERS);

    assertThat(store.injected()).isEqualTo(1);
    assertThat(manifest.skipped()).isEmpty();
  }

  private static void damage(MemoryStore store, String name, int size) throws IOException {
    byte[] bytes = RecordedFiles.bytes("groups.parquet");
    bytes[bytes.length - 5] = 0x7F;
    byte[] longer = new byte[size + bytes.length];
    System.arraycopy(bytes, 0, longer, 0, 4);
    System.arraycopy(bytes, 0, longer, size, bytes.length);
    RecordedFiles.write(store, "/data/" + name, longer);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void byAFeedADamagedFooterIsCountedOnce(int files) throws IOException {
    MemoryStore store = new MemoryStore();
    store.mkdir(DATA, 0755);
    for (int i = 0; i < files; i++) {
      damage(store, "bad" + i, 0);
    }
    scan(store, FOOTERS);
    for (int size = 10; size < 15; size++) {
      damage(store, "bad" + (files - 1), size);
      Manifest manifest = Refresher.refresh(store, directory, FOOTERS, PART_ROWS);
      assertThat(manifest.skipped())
          .extracting(Manifest.Skipped::count)
          .containsExactly(0L + files);
    }
  }

  @Test
  void byAFeedAFooterThatIsWholeAgainIsNotCounted() throws IOException {
    MemoryStore store = new MemoryStore();
    store.mkdir(DATA, 0755);
    damage(store, "bad", 0);
    damage(store, "other", 0);
    scan(store, FOOTERS);
    RecordedFiles.write(store, "/data/bad", RecordedFiles.bytes("zlib.orc"));

    Manifest manifest = Refresher.refresh(store, directory, FOOTERS, PART_ROWS);

    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("no-footer: damaged", 1, List.of("/data/other")));
  }
}
