// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.Inventory;
import io.situ.inventory.MappedStore;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.diff.Diff;
import io.situ.inventory.footer.RecordedFiles;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content that changes while size, identity and modification time stay. */
class ChangeTimeTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath FILE = DATA.child("f");
  private static final long LONG_AGO = 1_000_000_000_000_000_000L;

  @TempDir Path directory;

  private final MemoryStore memory =
      new MemoryStore(new MemorySettings().without(Capability.CHANGE_FEED));
  private final Posix store = new Posix(memory);

  /** A store whose versions hold identity, size and modification time, as those of mounts. */
  private static final class Posix extends MappedStore {
    private long changed = LONG_AGO;

    Posix(Store store) {
      super(store);
    }

    @Override
    protected StoreObject map(StoreObject object) {
      Attributes a = object.attributes();
      return new StoreObject(
          object.path(),
          object.kind(),
          object.size(),
          new Attributes(a.owner(), a.group(), a.mode(), LONG_AGO, LONG_AGO, changed),
          new StoreObject.Version(7, object.size()));
    }

    @Override
    public io.situ.storage.ReadHandle open(
        StorePath path, io.situ.storage.ReadHandle.Options options) throws StoreException {
      return super.open(path, io.situ.storage.ReadHandle.Options.DEFAULT);
    }
  }

  @BeforeEach
  void makeData() throws IOException {
    memory.mkdir(DATA, 0755);
    write("old0");
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(memory, FILE, bytes, WriteHandle.Options.REPLACE);
  }

  private List<String> changes() throws IOException {
    List<String> changes = new ArrayList<>();
    Inventory inventory = Inventory.open(directory);
    long last = inventory.snapshot().manifest().id();
    try (Diff diff = Diff.between(inventory.snapshot(last - 1), inventory.snapshot(last))) {
      for (Diff.Change change = diff.next(); change != null; change = diff.next()) {
        changes.add(change.kind() + " " + change.after().orElseThrow().object().path());
      }
    }
    return changes;
  }

  private int sum() throws IOException {
    return Snapshots.current(directory)
        .find(FILE)
        .orElseThrow()
        .crc32c(ObjectEnricher.CHUNK)
        .orElseThrow();
  }

  @Test
  void aTimeOfChangeThatMovedIsAChange() throws IOException {
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT);
    write("new0");
    store.changed++;
    Refresher.refresh(store, directory, ScanOptions.DEFAULT);
    assertThat(changes()).containsExactly("CHANGED /data/f");
  }

  @Test
  void checksumsAreTakenAgainAndDecide() throws IOException {
    ScanOptions checked = ScanOptions.DEFAULT.withChecksums(true);
    Scanner.scan(store, DATA, directory, checked);
    int before = sum();
    store.changed++;
    Refresher.refresh(store, directory, ScanOptions.DEFAULT);
    assertThat(changes()).isEmpty();
    assertThat(sum()).isEqualTo(before);
    write("new0");
    store.changed++;
    Refresher.refresh(store, directory, ScanOptions.DEFAULT);
    assertThat(changes()).containsExactly("CHANGED /data/f");
    assertThat(sum()).isNotEqualTo(before);
  }

  /** As git does with files that are as young as its index. */
  @Test
  void whatIsAsYoungAsTheScanIsReadAgain() throws IOException {
    Instant now = Instant.now();
    store.changed = now.getEpochSecond() * 1_000_000_000L;
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT.withChecksums(true));
    int before = sum();
    write("new0");
    Refresher.refresh(store, directory, ScanOptions.DEFAULT);
    assertThat(sum()).isNotEqualTo(before);
    assertThat(changes()).containsExactly("CHANGED /data/f");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theFooterOfWhatIsAsYoungAsTheScanIsReadAgain(boolean feed) throws IOException {
    MemorySettings settings = new MemorySettings();
    MemoryStore files = new MemoryStore(feed ? settings : settings.without(Capability.CHANGE_FEED));
    Posix young = new Posix(files);
    young.changed = Instant.now().getEpochSecond() * 1_000_000_000L;
    files.mkdir(DATA, 0755);
    byte[] parquet = RecordedFiles.bytes("groups.parquet");
    RecordedFiles.write(files, FILE.toString(), new byte[parquet.length]);
    Scanner.scan(young, DATA, directory, ScanOptions.DEFAULT.withFooters(true));
    RecordedFiles.write(files, FILE.toString(), parquet);

    Refresher.refresh(young, directory, ScanOptions.DEFAULT);

    assertThat(Snapshots.current(directory).find(FILE).orElseThrow().rowGroups()).hasSize(3);
  }
}
