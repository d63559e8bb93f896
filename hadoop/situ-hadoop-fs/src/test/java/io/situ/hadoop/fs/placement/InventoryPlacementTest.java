// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that lives long follows the inventory. */
class InventoryPlacementTest {

  private static final StorePath FILE = StorePath.of("/f");

  @TempDir private Path inventory;

  private final AtomicLong clock = new AtomicLong(-5);
  private final MemoryStore store =
      new MemoryStore(
          new MemorySettings()
              .withPlacement(
                  object ->
                      object.isFile()
                          ? List.of(new Extent(0, object.size(), List.of(Replica.on("h"))))
                          : List.of()));
  private InventoryPlacement placement;

  @BeforeEach
  void make() throws IOException {
    placement = new InventoryPlacement(inventory, clock::get);
    write(10);
  }

  private void write(int size) throws IOException {
    StoreFiles.writeAll(store, FILE, ByteBuffer.allocate(size), WriteHandle.Options.REPLACE);
  }

  private void scan() throws IOException {
    Scanner.scan(store, StorePath.ROOT, inventory, ScanOptions.DEFAULT);
  }

  private boolean isRemembered() throws IOException {
    StoreObject file = store.stat(FILE, true);
    return placement.extents(List.of(file)).get(0).isPresent();
  }

  private void pass(long seconds) {
    clock.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void aNewSnapshotIsSeenAfterAMinute() throws IOException {
    scan();
    assertThat(isRemembered()).isTrue();
    write(20);
    assertThat(isRemembered()).isFalse();
    scan();
    pass(59);
    assertThat(isRemembered()).isFalse();
    pass(1);
    assertThat(isRemembered()).isTrue();
  }

  /** The first was opened, and nothing of it read before it was deleted. */
  @Test
  void aSnapshotThatIsDeletedIsFollowedByTheCurrentOneAtOnce() throws IOException {
    scan();
    assertThat(placement.extents(List.of())).isEmpty();
    for (int i = 0; i < Inventory.KEEP; i++) {
      scan();
    }
    assertThat(isRemembered()).isTrue();
  }

  @Test
  void anInventoryThatComesLaterIsFound() throws IOException {
    assertThat(isRemembered()).isFalse();
    scan();
    assertThat(isRemembered()).isFalse();
    pass(60);
    assertThat(isRemembered()).isTrue();
  }

  @Test
  void whatIsOpenStaysSoWhereThePointerCannotBeRead() throws IOException {
    scan();
    assertThat(isRemembered()).isTrue();
    Files.writeString(inventory.resolve("CURRENT"), "rubbish");
    pass(60);
    assertThat(isRemembered()).isTrue();
  }
}
