// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChecksumTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final ScanOptions CHECKED = ScanOptions.DEFAULT.withChecksums(true);

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();
  private final Random random = new Random(3);

  @BeforeEach
  void makeData() throws IOException {
    store.mkdir(DATA, 0755);
  }

  private byte[] write(String name, int size) throws IOException {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    StoreFiles.writeAll(
        store,
        StorePath.of(DATA + "/" + name),
        ByteBuffer.wrap(bytes),
        WriteHandle.Options.REPLACE);
    return bytes;
  }

  private Row row(String name) throws IOException {
    return Snapshots.current(directory).find(DATA.child(name)).orElseThrow();
  }

  @Test
  void everyChunkAndTheWholeFile() throws IOException {
    for (int size :
        List.of(
            0, 1, 1000, ObjectEnricher.CHUNK, ObjectEnricher.CHUNK + 1, 3 * ObjectEnricher.CHUNK)) {
      CRC32C crc = new CRC32C();
      crc.update(write("f" + size, size));
      Manifest manifest = Scanner.scan(store, DATA, directory, CHECKED);
      Row row = row("f" + size);
      assertThat(row.chunkCrcs()).hasSize((size + ObjectEnricher.CHUNK - 1) / ObjectEnricher.CHUNK);
      assertThat(row.crc32c(manifest.checksumChunk()))
          .isEqualTo(OptionalInt.of((int) crc.getValue()));
    }
  }

  @Test
  void shortReadsDoNotMatter() throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(write("f", 2_000_000));
    FaultInjectingStore faulty =
        new FaultInjectingStore(store, 1, Fault.on(StoreOperation.Kind.READ).readsShort(100_001));
    Scanner.scan(faulty, DATA, directory, CHECKED);
    assertThat(row("f").crc32c(ObjectEnricher.CHUNK))
        .isEqualTo(OptionalInt.of((int) crc.getValue()));
    assertThat(faulty.injected()).isPositive();
  }

  @Test
  void aFileThatChangesWhileItIsReadHasNoneAndIsCounted() throws IOException {
    write("f", 10);
    write("g", 10);
    Store changing =
        new ForwardingStore(store) {
          @Override
          public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
            ReadHandle handle = super.open(path, options);
            if (path.name().equals("f")) {
              StoreFiles.writeAll(
                  store, path, ByteBuffer.wrap(new byte[10]), WriteHandle.Options.REPLACE);
            }
            return handle;
          }
        };
    Manifest manifest = Scanner.scan(changing, DATA, directory, CHECKED);
    assertThat(manifest.counts().unchecked()).isEqualTo(1);
    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("changed-while-read", 1, List.of("/data/f")));
    assertThat(row("f").crc32c(ObjectEnricher.CHUNK)).isEmpty();
    assertThat(row("g").crc32c(ObjectEnricher.CHUNK)).isPresent();
  }

  /** Whose bytes are only in an archive: to read it would fetch them back. */
  @Test
  void aFileThatIsAwayIsNotReadAndIsCounted() throws IOException {
    write("f", 10);
    write("g", 10);
    Store archive =
        new ForwardingStore(store) {
          @Override
          public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
            if (!path.name().equals("f")) {
              return super.open(path, options);
            }
            assertThat(options.recall()).isFalse();
            throw new StoreException(StoreException.Kind.AWAY, path, "it is only in the archive");
          }
        };
    Manifest manifest = Scanner.scan(archive, DATA, directory, CHECKED);
    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("no-checksum: away", 1, List.of("/data/f")));
    assertThat(row("f").object().size()).isEqualTo(10);
    assertThat(row("g").crc32c(ObjectEnricher.CHUNK)).isPresent();
  }

  /** Has something else take the place of a file that is opened, and refuses it so. */
  private Store exchanging(StoreException.Kind kind) {
    return new ForwardingStore(store) {
      @Override
      public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
        delegate().delete(path);
        delegate().mkdir(path, 0755);
        throw new StoreException(kind, path, "it is no file");
      }
    };
  }

  /** As where a directory or a FIFO took its place. */
  @ParameterizedTest
  @EnumSource(
      value = StoreException.Kind.class,
      names = {"IS_A_DIRECTORY", "UNSUPPORTED"})
  void aFileThatIsNoneWhenItIsReadHasChanged(StoreException.Kind kind) throws IOException {
    write("f", 10);
    Manifest manifest = Scanner.scan(exchanging(kind), DATA, directory, CHECKED);
    assertThat(manifest.skipped())
        .containsExactly(new Manifest.Skipped("no-checksum: changed", 1, List.of("/data/f")));
  }

  @Test
  void aStoreThatOpensNoFileEndsTheScan() throws IOException {
    write("f", 10);
    Fault refusal = Fault.on(StoreOperation.Kind.OPEN).fails(StoreException.Kind.UNSUPPORTED);
    Store refusing = new FaultInjectingStore(store, 1, refusal);
    assertThatThrownBy(() -> Scanner.scan(refusing, DATA, directory, CHECKED))
        .asInstanceOf(type(StoreException.class))
        .extracting(StoreException::kind)
        .isEqualTo(StoreException.Kind.UNSUPPORTED);
  }

  private FaultInjectingStore answeringNotAtFirst(int reads) {
    Fault fault = Fault.on(StoreOperation.Kind.READ).times(reads);
    return new FaultInjectingStore(store, 1, fault.fails(StoreException.Kind.UNAVAILABLE));
  }

  /** As a server that another one has taken over from. */
  @Test
  void oneReadThatIsNotAnsweredEndsNoScan() throws IOException {
    for (String name : List.of("f", "g", "h")) {
      write(name, 10);
    }
    FaultInjectingStore faulty = answeringNotAtFirst(1);
    Manifest manifest = Scanner.scan(faulty, DATA, directory, CHECKED);
    assertThat(faulty.injected()).isEqualTo(1);
    assertThat(manifest.skipped()).isEmpty();
    for (String name : List.of("f", "g", "h")) {
      assertThat(row(name).crc32c(ObjectEnricher.CHUNK)).isPresent();
    }
    assertThat(store.openHandles()).isEmpty();
  }

  @Test
  void aStoreThatDoesNotAnswerEndsTheScan() throws IOException {
    write("f", 10);
    FaultInjectingStore faulty = answeringNotAtFirst(99);
    assertThatThrownBy(() -> Scanner.scan(faulty, DATA, directory, CHECKED))
        .asInstanceOf(type(StoreException.class))
        .extracting(StoreException::kind)
        .isEqualTo(StoreException.Kind.UNAVAILABLE);
    assertThat(faulty.injected()).isEqualTo(2);
    assertThat(store.openHandles()).isEmpty();
  }

  /** A store that lets no file be read. */
  private FaultInjectingStore denying() {
    Fault denial = Fault.on(StoreOperation.Kind.OPEN).fails(StoreException.Kind.PERMISSION_DENIED);
    return new FaultInjectingStore(store, 1, denial);
  }

  @Test
  void aFileThatCannotBeReadKeepsItsRow() throws IOException {
    write("f", 10);
    FaultInjectingStore faulty = denying();
    Manifest manifest = Scanner.scan(faulty, DATA, directory, CHECKED);
    assertThat(manifest.counts().unchecked()).isEqualTo(1);
    assertThat(manifest.skipped())
        .extracting(Manifest.Skipped::reason)
        .containsExactly("no-checksum: permission-denied");
    assertThat(row("f").object().size()).isEqualTo(10);
  }

  private Manifest refresh(Store refreshed) throws IOException {
    return Refresher.refresh(refreshed, directory, CHECKED);
  }

  @Test
  void byAFeedAFileWithoutChecksumIsCountedOnceAndNoLongerThanItHasNone() throws IOException {
    write("f", 10);
    write("g", 10);
    Store faulty =
        new FaultInjectingStore(
            store,
            1,
            Fault.on(StoreOperation.Kind.OPEN)
                .below(DATA.child("f"))
                .fails(StoreException.Kind.PERMISSION_DENIED));
    Manifest.Skipped denied =
        new Manifest.Skipped("no-checksum: permission-denied", 1, List.of("/data/f"));
    assertThat(Scanner.scan(faulty, DATA, directory, CHECKED).skipped()).containsExactly(denied);
    for (int size = 11; size < 14; size++) {
      write("f", size);
      assertThat(refresh(faulty).skipped()).as("looked at again").containsExactly(denied);
    }
    write("g", 20);
    assertThat(refresh(faulty).skipped()).as("not looked at").containsExactly(denied);

    write("f", 30);
    Manifest whole = refresh(store);
    assertThat(whole.skipped()).isEmpty();
    assertThat(whole.isPartial()).isFalse();
  }

  @Test
  void byAFeedAFileThatIsGoneIsNotCountedAndTheOthersAre() throws IOException {
    write("f", 10);
    write("g", 10);
    Store faulty = denying();
    assertThat(Scanner.scan(faulty, DATA, directory, CHECKED).skipped())
        .extracting(Manifest.Skipped::count)
        .containsExactly(2L);
    store.delete(DATA.child("f"));
    assertThat(refresh(faulty).skipped())
        .containsExactly(
            new Manifest.Skipped("no-checksum: permission-denied", 1, List.of("/data/g")));
  }

  /** Whose files called {@code name} are replaced whenever they are read. */
  private Store changing(Store below, String name) {
    return new ForwardingStore(below) {
      @Override
      public ReadHandle open(StorePath path, ReadHandle.Options options) throws StoreException {
        ReadHandle handle = super.open(path, options);
        if (path.name().equals(name)) {
          StoreFiles.writeAll(
              store, path, ByteBuffer.wrap(new byte[10]), WriteHandle.Options.REPLACE);
        }
        return handle;
      }
    };
  }

  private Store denying(Store below, String name) {
    return new FaultInjectingStore(
        below,
        1,
        Fault.on(StoreOperation.Kind.OPEN)
            .below(DATA.child(name))
            .fails(StoreException.Kind.PERMISSION_DENIED));
  }

  private static Manifest.Skipped denied(String... paths) {
    return new Manifest.Skipped("no-checksum: permission-denied", paths.length, List.of(paths));
  }

  @Test
  void byAFeedADeniedFileStaysNamedWhenOneThatChangedIsRead() throws IOException {
    write("a", 10);
    write("b", 10);
    Store faulty = denying(store, "b");
    assertThat(Scanner.scan(changing(faulty, "a"), DATA, directory, CHECKED).skipped())
        .containsExactly(
            new Manifest.Skipped("changed-while-read", 1, List.of("/data/a")), denied("/data/b"));

    Manifest after = refresh(faulty);

    assertThat(row("a").crc32c(ObjectEnricher.CHUNK)).isPresent();
    assertThat(after.skipped()).containsExactly(denied("/data/b"));
    assertThat(after.isPartial()).isTrue();
  }

  @Test
  void byAFeedADeniedFileStaysNamedWhenTheDirectoryOfAnotherGoes() throws IOException {
    store.mkdir(DATA.child("away"), 0755);
    write("away/x", 10);
    write("f", 10);
    Store faulty = denying(changing(store, "f"), "away");
    assertThat(Scanner.scan(faulty, DATA, directory, CHECKED).skipped())
        .contains(denied("/data/away/x"));
    store.rename(DATA.child("away"), StorePath.of("/gone"), Store.RenameMode.NO_REPLACE);

    Manifest after = refresh(faulty);

    assertThat(after.skipped())
        .containsExactly(new Manifest.Skipped("changed-while-read", 1, List.of("/data/f")));
  }

  @Test
  void byAFeedEveryReasonKeepsTheFilesThatItNames() throws IOException {
    for (int i = 10; i < 30; i++) {
      write("a" + i, 10);
    }
    write("large", 2000);
    ScanOptions options = CHECKED.withMaxChecksumBytes(1000);
    Store faulty = denying();
    Scanner.scan(faulty, DATA, directory, options);
    for (int i = 10; i < 30; i++) {
      store.delete(DATA.child("a" + i));
    }
    assertThat(Refresher.refresh(faulty, directory, options).skipped())
        .containsExactly(new Manifest.Skipped("no-checksum: too-large", 1, List.of("/data/large")));
  }
}
