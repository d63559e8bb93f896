// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.situ.cli.console.Console;
import io.situ.cli.context.StoreLocation;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import io.situ.storage.diagnostics.LayoutAdvice;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutReportTest {

  private static final LayoutAdvice ADVICE =
      new LayoutAdvice("longer pieces help", List.of("set it"))
          .withPiece(100)
          .withSetting("k", "v");

  private final TreeLocality sums = new TreeLocality(100);

  private void add(long start, long end, Extent... extents) {
    FileUnits units = new FileUnits(UnitKind.ROW_GROUP, List.of(new FileUnits.Range(start, end)));
    sums.add(FileLocality.of(StorePath.of("/t/f"), units, List.of(extents)), List.of(extents));
  }

  private static Extent on(long offset, long length, String host) {
    return new Extent(offset, length, List.of(Replica.on(host)));
  }

  private LayoutReport report() {
    StoreLocation place = new StoreLocation("s", StorePath.of("/t"));
    return new LayoutReport(place, "d", 100, sums, ADVICE);
  }

  private List<String> lines() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Console out = new Console(bytes, false);
    report().print(out);
    out.flush();
    return bytes.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void sharesAreOfTheBytesWhoseHostsAreKnown() {
    add(0, 80, on(0, 60, "a"), on(60, 20, "b"));
    add(0, 100);
    assertThat(lines())
        .contains(
            "situ://s/t: driver d, 2 files, 180 B in 2 row groups of at most 100 B",
            "  now       at most 75 % local (60 B), on 2 hosts; not counted: 100 B of which no host"
                + " is known",
            "  worst     75 %  situ://s/t/f  (80 B in 1 row group)",
            "Advice: longer pieces help.",
            "  set it",
            "Or, for what is written through Situ: fs.situ.store.s.k=v");
    JsonNode json = report().json();
    assertThat(json.path("knownBytes").asLong()).isEqualTo(80);
    assertThat(json.path("possibleBytes").asLong()).isEqualTo(60);
    assertThat(json.path("settings").path("fs.situ.store.s.k").asText()).isEqualTo("v");
  }

  @Test
  void aCopyIsSaidToKeepAtLeastWhatLiesInOnePiece() {
    add(60, 160, on(0, 160, "a"));
    assertThat(lines())
        .contains("  now       at most 100 % local (100 B), on 1 host")
        .anyMatch(line -> line.startsWith("  copied    at least 60 % in pieces of 100 B;"));
    assertThat(report().json().path("copiedBytes").asLong()).isEqualTo(60);
  }

  @Test
  void withoutPlacementNoShareIsClaimed() {
    add(0, 80);
    assertThat(lines())
        .contains("  now       not known: the store does not report which hosts hold the files");
    assertThat(report().json().has("possibleBytes")).isFalse();
  }
}
