// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.SyntheticStore;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.InventoryException.Kind;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk under an inventory fills up. */
class FullDiskTest {

  @TempDir Path base;
  private final SyntheticStore store = new SyntheticStore(2, 20, 1000);
  private boolean mounted;

  @BeforeEach
  void mountASmallDisk() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", base.toString());
    assumeTrue(mounted, "only root can mount a small tmpfs");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", base.toString())).as("nothing is held open").isTrue();
    }
  }

  private static boolean run(String... argv) throws Exception {
    return new ProcessBuilder(argv).redirectErrorStream(true).start().waitFor() == 0;
  }

  private Manifest scan() throws IOException {
    return Scanner.scan(store, StorePath.ROOT, base.resolve("inv"), ScanOptions.DEFAULT);
  }

  private Path fill() throws IOException {
    Path filler = base.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(new byte[4096]);
      }
    } catch (IOException e) {
      return filler;
    }
  }

  @Test
  void theLastSnapshotStaysAndTheNextScanWithRoomSucceeds() throws Exception {
    Manifest first = scan();
    Path filler = fill();

    InventoryException failure = catchThrowableOfType(InventoryException.class, this::scan);

    assertThat(failure.kind()).isEqualTo(Kind.NO_ROOM);
    assertThat(failure)
        .hasMessageContaining("cannot write the inventory '" + base.resolve("inv") + "'")
        .hasMessageContaining("make room or choose another directory");
    assertThat(Snapshots.current(base.resolve("inv")).manifest()).isEqualTo(first);
    Snapshots.current(base.resolve("inv")).verify();
    assertNoLeftovers();

    Files.delete(filler);
    assertThat(scan().id()).isEqualTo(2);
    Snapshots.current(base.resolve("inv")).verify();
  }

  @Test
  void aFirstScanWithoutRoomLeavesNoInventory() throws Exception {
    fill();

    InventoryException failure = catchThrowableOfType(InventoryException.class, this::scan);

    assertThat(failure.kind()).isEqualTo(Kind.NO_ROOM);
    InventoryException none =
        catchThrowableOfType(
            InventoryException.class, () -> Inventory.open(base.resolve("inv")).snapshot());
    assertThat(none.kind()).isEqualTo(Kind.MISSING);
    assertNoLeftovers();
  }

  private void assertNoLeftovers() throws IOException {
    try (Stream<Path> files = Files.list(base.resolve("inv"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.matches("\\.lock|CURRENT|snapshot-\\d{6}"));
    }
  }
}
