// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the files, a reader says so in one sentence and never gives wrong rows. */
class DamageTest {

  @TempDir Path directory;

  private Store store;
  private Path manifest;
  private Path part;

  Store store() throws IOException {
    return new SyntheticStore(2, 3, 200);
  }

  ScanOptions options() {
    return ScanOptions.DEFAULT;
  }

  @BeforeEach
  void scan() throws IOException {
    store = store();
    Manifest made = Scanner.scan(store, StorePath.ROOT, directory, options(), 700);
    Path snapshot = new InventoryPaths(directory).snapshot(made.id());
    manifest = snapshot.resolve(InventoryPaths.MANIFEST);
    part = snapshot.resolve(made.parts().get(1).file());
  }

  private void assertDamaged(Path file) {
    Throwable failure = catchThrowable(() -> Snapshots.current(directory).verify());
    assertThat(failure).isInstanceOf(InventoryException.class).hasMessageContaining("scan again");
    assertThat(failure).hasMessageContaining(file.toString());
    assertThat(failure.getMessage().lines()).hasSize(1);
    assertThat(((InventoryException) failure).kind()).isEqualTo(InventoryException.Kind.DAMAGED);
  }

  @Test
  void aManifestTruncatedAtEveryByte() throws IOException {
    byte[] whole = Files.readAllBytes(manifest);
    for (int length = 0; length < whole.length; length++) {
      Files.write(manifest, Arrays.copyOf(whole, length));
      assertDamaged(manifest);
    }
    Files.write(manifest, whole);
    Snapshots.current(directory).verify();
  }

  @Test
  void aManifestWithOneBitFlippedInEveryByte() throws IOException {
    byte[] whole = Files.readAllBytes(manifest);
    for (int i = 0; i < whole.length; i++) {
      byte[] flipped = whole.clone();
      flipped[i] ^= (byte) (1 << i % 8);
      Files.write(manifest, flipped);
      assertDamaged(manifest);
    }
  }

  @Test
  void aPointerTruncatedAtEveryByteOrPointingNowhere() throws IOException {
    Path pointer = directory.resolve("CURRENT");
    byte[] whole = Files.readAllBytes(pointer);
    for (int length = 0; length < whole.length; length++) {
      Files.write(pointer, Arrays.copyOf(whole, length));
      assertDamaged(pointer);
    }
    Files.writeString(pointer, "snapshot-000077\n");
    assertThat(catchThrowable(() -> Snapshots.current(directory)))
        .hasMessage("the inventory '%s' has no snapshot 77; it has 1; scan again", directory);
  }

  @Test
  void dataTruncatedAtAHundredPlaces() throws IOException {
    byte[] whole = Files.readAllBytes(part);
    Random random = new Random(11);
    for (int i = 0; i < 100; i++) {
      Files.write(part, Arrays.copyOf(whole, random.nextInt(whole.length)));
      assertDamaged(part);
    }
  }

  @Test
  void dataWithOneBitFlippedAtAHundredPlaces() throws IOException {
    byte[] whole = Files.readAllBytes(part);
    Random random = new Random(12);
    for (int i = 0; i < 100; i++) {
      byte[] flipped = whole.clone();
      flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(part, flipped);
      assertDamaged(part);
    }
  }

  @Test
  void aDataFileThatIsGone() throws IOException {
    Files.delete(part);
    assertDamaged(part);
  }

  @Test
  void anotherFormatVersion() throws IOException {
    String text =
        Files.readString(manifest).replaceFirst("schemaVersion\" : [23]", "schemaVersion\" : 4");
    String open = text.substring(0, text.lastIndexOf("\"crc32c\" : "));
    CRC32C crc = new CRC32C();
    crc.update(open.getBytes(StandardCharsets.UTF_8));
    String sealed = open + String.format("\"crc32c\" : \"%08x\"%n}%n", crc.getValue());
    Files.writeString(manifest, sealed);
    assertThat(catchThrowable(() -> Snapshots.current(directory)))
        .hasMessage(
            "'%s' has format version 4 and this Situ reads versions 2 and 3; use the Situ that wrote"
                + " it, or scan again",
            manifest);
  }

  @Test
  void aNewScanTakesThePlaceOfWhatIsDamaged() throws IOException {
    Files.write(manifest, new byte[3]);
    Manifest made = Scanner.scan(store, StorePath.ROOT, directory, options());
    assertThat(made.id()).isEqualTo(2);
    Snapshots.current(directory).verify();
    Files.writeString(directory.resolve("CURRENT"), "rubbish");
    made = Scanner.scan(store, StorePath.ROOT, directory, options());
    assertThat(made.id()).isEqualTo(3);
    Snapshots.current(directory).verify();
  }

  /** As RocksDB and LevelDB have it. */
  @ParameterizedTest
  @ValueSource(strings = {"MANIFEST-000005\n", ""})
  void aFileOfThePointersNameThatIsNotAnInventorysStaysAsItIs(String text, @TempDir Path other)
      throws IOException {
    Path current = Files.writeString(other.resolve("CURRENT"), text);
    Files.writeString(other.resolve("LOCK"), "");
    String message =
        "'" + other + "' holds a file CURRENT that is not an inventory's; choose another directory";

    assertThat(Inventory.isAt(other)).isFalse();
    assertThat(catchThrowable(() -> Inventory.open(other))).hasMessage(message);
    Throwable failure = catchThrowable(() -> Scanner.scan(store, StorePath.ROOT, other, options()));
    assertThat(failure).hasMessage(message);
    assertThat(((InventoryException) failure).kind())
        .isEqualTo(InventoryException.Kind.NOT_WRITABLE);
    assertThat(current).hasContent(text);
    assertThat(other.toFile().list()).containsExactlyInAnyOrder("CURRENT", "LOCK");
  }

  @Test
  void anInventoryIsOneThoughDamagedOrCopiedWithoutItsLock() throws IOException {
    Files.delete(directory.resolve(".lock"));
    assertThat(Inventory.isAt(directory)).isTrue();
    Files.writeString(directory.resolve("CURRENT"), "rubbish");
    assertThat(Inventory.isAt(directory)).isTrue();
    assertDamaged(directory.resolve("CURRENT"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", "manifest", "data file"})
  void whatIsDamagedIsStillOfTheStoreThatWasScanned(String damaged) throws IOException {
    Store other = new MemoryStore();
    Scanner.scan(store, StorePath.ROOT, directory, options());
    Path snapshot = new InventoryPaths(directory).snapshot(2);
    switch (damaged) {
      case "CURRENT" -> Files.writeString(directory.resolve("CURRENT"), "rubbish");
      case "manifest" -> Files.writeString(snapshot.resolve(InventoryPaths.MANIFEST), "rubbish");
      default ->
          Files.delete(
              snapshot.resolve(Snapshots.current(directory).manifest().parts().get(0).file()));
    }
    assertThat(catchThrowable(() -> Scanner.scan(other, StorePath.ROOT, directory, options())))
        .hasMessageContaining("scan it into another directory")
        .isInstanceOfSatisfying(
            InventoryException.class,
            e -> assertThat(e.kind()).isEqualTo(InventoryException.Kind.OTHER_STORE));
    assertThat(Scanner.scan(store, StorePath.ROOT, directory, options()).id()).isEqualTo(3);
  }

  @Test
  void aSnapshotThatWasDeletedWhileItWasOpenIsNotDamaged() throws IOException {
    Snapshot open = Snapshots.current(directory);
    Inventory early = Inventory.open(directory);
    for (int i = 0; i < Inventory.KEEP; i++) {
      Scanner.scan(store, StorePath.ROOT, directory, options(), 700);
    }
    Path snapshot = new InventoryPaths(directory).snapshot(1);
    for (ThrowingCallable late : List.<ThrowingCallable>of(open::verify, early::snapshot)) {
      Throwable failure = catchThrowable(late);
      assertThat(failure)
          .hasMessage(
              "'%s' was deleted meanwhile, as only the newest ten snapshots are kept; open the"
                  + " inventory again",
              snapshot);
      assertThat(((InventoryException) failure).kind()).isEqualTo(InventoryException.Kind.MISSING);
    }
    assertThat(catchThrowable(() -> Inventory.open(directory).snapshot(1)))
        .hasMessage("the inventory '%s' has no snapshot 1; it has 2 to 11", directory);
  }
}
