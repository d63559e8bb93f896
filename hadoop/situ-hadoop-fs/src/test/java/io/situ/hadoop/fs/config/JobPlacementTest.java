// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.config.PlacementTables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobPlacementTest {

  @TempDir private Path scratch;

  @Test
  void whatTheJobPutThereIsRead() throws IOException {
    Path file = scratch.resolve("whole");
    try (OutputStream out = Files.newOutputStream(file)) {
      PlacementTables.Table table = new PlacementTables.Table(new byte[7], Instant.now());
      PlacementTables.write(Map.of("cluster", table), out);
    }
    assertThat(JobPlacement.read(file).find("cluster")).isPresent();
  }

  @Test
  void aMissingOrDamagedFileIsAsNone() throws IOException {
    Path damaged = Files.writeString(scratch.resolve("damaged"), "no such thing");
    assertThat(JobPlacement.read(damaged).latest()).isEmpty();
    assertThat(JobPlacement.read(scratch.resolve("missing")).latest()).isEmpty();
    assertThat(JobPlacement.read(scratch).latest()).isEmpty();
  }
}
