// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.config.PlacementTables.Table;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementTablesTest {

  private static final Instant TAKEN = Instant.ofEpochMilli(1_700_000_000_123L);

  private static Table table(int... bytes) {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return new Table(content, TAKEN);
  }

  private static byte[] written(Map<String, Table> tables) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PlacementTables.write(tables, out);
    return out.toByteArray();
  }

  private static PlacementTables read(byte[] file) throws IOException {
    return PlacementTables.read(new ByteArrayInputStream(file));
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    PlacementTables tables = read(written(Map.of("one", table(1, 2), "two", table())));
    assertThat(tables.find("one")).isPresent();
    assertThat(tables.find("one").get().content()).containsExactly(1, 2);
    assertThat(tables.find("one").get().taken()).isEqualTo(TAKEN);
    assertThat(tables.find("two").get().content()).isEmpty();
    assertThat(tables.find("three")).isEmpty();
  }

  @Test
  void whatWasAskedIsHandedOnAndNotFound() throws IOException {
    PlacementTables tables = read(written(Map.of("one", table(1), "two", table(2))));
    tables.register("one", () -> Optional.of(table(9)));
    tables.register("two", Optional::empty);
    assertThat(tables.find("one").get().content()).containsExactly(1);
    assertThat(tables.latest().get("one").content()).containsExactly(9);
    assertThat(tables.latest().get("two").content()).containsExactly(2);
    assertThat(tables.handedOn().latest().get("one").content()).containsExactly(1);
  }

  @Test
  void aFileThatIsCutShortOrDamagedOrOfAnotherKindIsRefused() throws IOException {
    byte[] whole = written(Map.of("one", table(1, 2, 3)));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(IOException.class);
    }
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream out = new java.util.zip.GZIPOutputStream(other)) {
      out.write(new byte[100]);
    }
    assertThatThrownBy(() -> read(other.toByteArray()))
        .hasMessage("not a file with placement tables of this version");
  }
}
