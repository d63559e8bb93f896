// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.datafile.Row;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Extent;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An inventory that version 0.1 wrote, {@code situ scan --checksums}, is read as it was. */
class FirstVersionInventoryTest {

  private static final String KEPT = "first-version";

  @TempDir private Path directory;

  @BeforeEach
  void copyTheKeptFiles() throws IOException, URISyntaxException {
    Path kept = Path.of(FirstVersionInventoryTest.class.getResource(KEPT).toURI());
    try (var files = Files.walk(kept)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path copy = directory.resolve(kept.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  private Row row(String path) throws IOException {
    return Snapshots.current(directory).find(StorePath.of(path)).orElseThrow();
  }

  @Test
  void namesSizesAndAttributesAreThere() throws IOException {
    assertThat(Snapshots.objects(Snapshots.current(directory).rows()))
        .extracting(object -> object.path().toString())
        .containsExactly(
            "/",
            "/a",
            "/deep",
            "/deep/er",
            "/deep/er/leaf",
            "/empty",
            "/link",
            "/odd name:1",
            "/part=1",
            "/part=1/p0",
            "/zeros");
    Row a = row("/a");
    assertThat(a.object().size()).isEqualTo(9);
    assertThat(a.object().attributes().mode()).isEqualTo(0640);
    assertThat(a.object().attributes().modifiedNanos())
        .isEqualTo(Instant.parse("2026-11-01T12:00:00Z").getEpochSecond() * 1_000_000_000L);
    assertThat(row("/link").object().linkTarget()).contains("a");
  }

  @Test
  void placesChecksumsAndBlockNamesAreThere() throws IOException {
    Row leaf = row("/deep/er/leaf");
    assertThat(leaf.object().extents()).flatExtracting(Extent::replicas).hasSize(2);
    assertThat(leaf.blockName()).hasValueSatisfying(name -> assertThat(name).startsWith("blk_"));
    CRC32C crc = new CRC32C();
    crc.update("in place\n".getBytes(StandardCharsets.US_ASCII));
    int chunk = Snapshots.current(directory).manifest().checksumChunk();
    assertThat(row("/a").crc32c(chunk)).isEqualTo(OptionalInt.of((int) crc.getValue()));
  }

  @Test
  void itIsNotTakenForThatOfAnotherStore() throws IOException {
    assertThatThrownBy(
            () -> Refresher.refresh(new MemoryStore(), directory, ScanOptions.DEFAULT, 10))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data");
    assertThat(List.of(directory.toFile().list())).contains("snapshot-000001");
  }
}
