// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.hdfs.attach.AttachPlan;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.SkippedObject;
import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.refresh.Refresher;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is attached again where an inventory has the snapshot that is attached. */
class InventoryChangesTest {

  private static final StorePath DATA = StorePath.of("/data");

  @TempDir private Path directory;

  private final MemoryStore store = new MemoryStore();

  private void write(String name, int size) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(size);
    StoreFiles.writeAll(store, StorePath.of(DATA + "/" + name), bytes, WriteHandle.Options.REPLACE);
  }

  private Snapshot scan() throws IOException {
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT);
    return Inventory.open(directory).snapshot();
  }

  @Test
  void reportsWhatCameChangedAndWent() throws IOException {
    store.mkdir(DATA, 0755);
    write("same", 1);
    write("changed", 2);
    write("gone", 3);
    String since = InventoryChanges.name(scan().manifest());
    write("changed", 4);
    write("added", 5);
    store.delete(DATA.child("gone"));
    Snapshot now = scan();

    InventoryChanges changes =
        InventoryChanges.between(Inventory.open(directory), since, now).orElseThrow();

    List<String> files = new ArrayList<>();
    while (changes.objects().hasNext()) {
      StoreObject object = changes.objects().next();
      if (object.isFile()) {
        files.add(object.path().name());
      }
    }
    assertThat(files).containsExactly("added", "changed");
    assertThat(changes.gone()).toIterable().containsExactly(DATA.child("gone"));
    assertThat(changes.same()).isEqualTo(1);
    assertThat(changes.since()).isEqualTo(since);
  }

  /** Access lists are such attributes, and the mode need not show them. */
  @Test
  void reportsFilesOfWhichOnlyAnAttributeChanged(@TempDir Path data) throws IOException {
    Path changed = Files.writeString(data.resolve("changed"), "1");
    Files.writeString(data.resolve("same"), "2");
    Map<String, String> settings = Map.of("driver", "posix", "root", data.toString());
    StoreRegistry finder = StoreRegistry.of(InventoryChanges.class.getClassLoader());
    try (Store posix = finder.open(new StoreConfig("d", settings))) {
      Scanner.scan(posix, StorePath.ROOT, directory, ScanOptions.DEFAULT);
      String since = InventoryChanges.name(Inventory.open(directory).snapshot().manifest());
      Files.setAttribute(changed, "user:kind", ByteBuffer.wrap(new byte[] {1}));
      Refresher.refresh(posix, directory, ScanOptions.DEFAULT);
      Snapshot now = Inventory.open(directory).snapshot();

      InventoryChanges changes =
          InventoryChanges.between(Inventory.open(directory), since, now).orElseThrow();

      assertThat(changes.objects().next().path()).isEqualTo(StorePath.of("/changed"));
      assertThat(changes.objects().hasNext()).isFalse();
      assertThat(changes.same()).isEqualTo(1);
    }
  }

  @Test
  void anotherInventorysSnapshotOfTheSameNumberIsNotTaken() throws IOException {
    store.mkdir(DATA, 0755);
    Snapshot now = scan();

    assertThat(InventoryChanges.between(Inventory.open(directory), "1@17", now)).isEmpty();
    assertThat(InventoryChanges.between(Inventory.open(directory), "", now)).isEmpty();
  }

  private Snapshot scanWithoutBad() throws IOException {
    Store denied =
        new FaultInjectingStore(
            store,
            1,
            Fault.on(StoreOperation.Kind.LIST)
                .below(DATA.child("bad"))
                .fails(StoreException.Kind.PERMISSION_DENIED));
    Scanner.scan(denied, DATA, directory, ScanOptions.DEFAULT);
    return Inventory.open(directory).snapshot();
  }

  /** What was deleted below it since is no difference between the two. */
  @Test
  void whatCouldNotBeLookedAtLeavesNoChangesButEverything() throws IOException {
    store.mkdir(DATA, 0755);
    store.mkdir(DATA.child("bad"), 0755);
    write("bad/f", 1);
    Snapshot first = scan();
    Snapshot partial = scanWithoutBad();
    store.delete(DATA.child("bad").child("f"));
    Snapshot whole = scan();
    Inventory inventory = Inventory.open(directory);

    String complete = InventoryChanges.name(first.manifest());
    String incomplete = InventoryChanges.name(partial.manifest());
    assertThat(InventoryChanges.between(inventory, incomplete, whole)).isEmpty();
    assertThat(InventoryChanges.between(inventory, complete, partial)).isEmpty();
    assertThat(InventoryChanges.between(inventory, complete, whole)).isPresent();
  }

  @Test
  void whatTheScanCouldNotLookAtIsLeftOutByName() throws IOException {
    store.mkdir(DATA, 0755);
    store.mkdir(DATA.child("bad"), 0755);
    write("bad/f", 1);
    write("good", 1);
    List<SkippedObject> leftOut = new ArrayList<>();
    try (SnapshotObjects objects = new SnapshotObjects(scanWithoutBad())) {
      AttachPlan plan = AttachPlan.of(AttachedTree.now("m", "id", DATA), objects, leftOut::add);
      assertThat(plan.summary().get(Count.LEFT_OUT)).isEqualTo(1);
      assertThat(plan.summary().files()).isEqualTo(1);
    }
    assertThat(leftOut)
        .containsExactly(
            new SkippedObject("/data/bad", "the inventory's scan could not look at it"));
    try (SnapshotObjects objects = new SnapshotObjects(scan())) {
      leftOut.clear();
      AttachPlan.of(AttachedTree.now("m", "id", DATA), objects, leftOut::add);
      assertThat(leftOut).isEmpty();
    }
  }
}
