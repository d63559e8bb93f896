// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.cli.certify.Finding;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlacementCheckTest {

  private static final StorePath CLOSED = StorePath.of("/closed");

  private final MemoryStore memory =
      new MemoryStore(
          new MemorySettings()
              .withPlacement(
                  file -> List.of(new Extent(0, file.size(), List.of(Replica.on("localhost"))))));

  private Store failing(Kind kind) {
    return new FaultInjectingStore(
        memory, 1, Fault.on(StoreOperation.Kind.PLACEMENT).below(CLOSED).fails(kind));
  }

  private List<Finding> check(Kind kind, String... names) throws IOException {
    List<StoreObject> files = new ArrayList<>();
    for (String name : names) {
      StorePath path = StorePath.of(name);
      StoreFiles.writeAll(memory, path, ByteBuffer.allocate(3), WriteHandle.Options.EXCLUSIVE);
      files.add(memory.stat(path, true));
    }
    return new PlacementCheck(failing(kind), Optional.empty()).run(files);
  }

  @Test
  void aDeniedPlacementIsNoFaultAndIsNotTakenForAnUnknownOne() throws IOException {
    List<Finding> findings = check(Kind.PERMISSION_DENIED, "/closed");

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).grade()).isEqualTo(Finding.Severity.NOTE);
    assertThat(findings.get(0).what()).startsWith("this user may not know").contains("'/closed'");
    assertThat(findings.get(0).remedy()).doesNotContain("host map");
  }

  @Test
  void theOtherFilesAreLookedAt() throws IOException {
    List<Finding> findings = check(Kind.PERMISSION_DENIED, "/closed", "/open");

    assertThat(findings)
        .extracting(Finding::grade)
        .containsExactly(Finding.Severity.NOTE, Finding.Severity.OK);
    assertThat(findings.get(1).what()).isEqualTo("'/open': on localhost");
  }

  @Test
  void onlyFilesWhosePlacementIsKnownAreCounted() throws IOException {
    assertThat(check(Kind.PERMISSION_DENIED, "/closed", "/a", "/b", "/c"))
        .extracting(Finding::what)
        .contains("'/a' and 2 others: on localhost");
  }

  @Test
  void aPlacementThatIsNotAvailableIsWrong() throws IOException {
    assertThat(check(Kind.UNAVAILABLE, "/closed"))
        .extracting(Finding::grade)
        .containsExactly(Finding.Severity.WRONG);
  }
}
