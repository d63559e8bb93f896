// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.diff;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.Inventory;
import io.situ.inventory.RandomTree;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.Snapshots;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.refresh.Refresher;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Attributes;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DiffTest {

  private static final StorePath DATA = StorePath.of("/data");

  @TempDir Path directory;

  private final MemoryStore store = new MemoryStore();

  @BeforeEach
  void makeData() throws IOException {
    store.mkdir(DATA, 0755);
  }

  private List<Diff.Change> diff() throws IOException {
    Inventory inventory = Inventory.open(directory);
    Snapshot newer = inventory.snapshot();
    Snapshot older = inventory.snapshot(newer.manifest().parent().orElseThrow());
    List<Diff.Change> changes = new ArrayList<>();
    try (Diff diff = Diff.between(older, newer)) {
      for (Diff.Change change = diff.next(); change != null; change = diff.next()) {
        changes.add(change);
      }
    }
    return changes;
  }

  private List<String> reported() throws IOException {
    return diff().stream()
        .map(
            change ->
                change.kind()
                    + change.before().map(row -> " -" + row).orElse("")
                    + change.after().map(row -> " +" + row).orElse(""))
        .toList();
  }

  private void scan() throws IOException {
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT, 10);
  }

  private void refresh() throws IOException {
    Refresher.refresh(store, directory, ScanOptions.DEFAULT, 10);
  }

  @Test
  void reportsEachKindOfDifferenceInOrder() throws IOException {
    for (String name : List.of("a", "b", "c", "d", "e", "f")) {
      write(DATA.child(name), 3);
    }
    store.mkdir(DATA.child("dir"), 0755);
    store.createSymlink(DATA.child("link"), "here");
    scan();
    store.delete(DATA.child("a"));
    write(DATA.child("b"), 4);
    store.setAttributes(DATA.child("c"), Attributes.Change.NONE.withMode(0600));
    store.rename(DATA.child("d"), DATA.child("dir").child("moved"), Store.RenameMode.NO_REPLACE);
    write(DATA.child("new"), 1);
    store.delete(DATA.child("link"));
    store.createSymlink(DATA.child("link"), "there");
    store.delete(DATA.child("f"));
    store.mkdir(DATA.child("f"), 0755);
    refresh();
    assertThat(reported())
        .containsExactly(
            "REMOVED -/data/a",
            "CHANGED -/data/b +/data/b",
            "ATTRIBUTES -/data/c +/data/c",
            "RENAMED -/data/d +/data/dir/moved",
            "REMOVED -/data/f",
            "ADDED +/data/f/",
            "CHANGED -/data/link +/data/link",
            "ADDED +/data/new");
  }

  @Test
  void anUnchangedTreeGivesAnEmptyDiff() throws IOException {
    write(DATA.child("a"), 3);
    scan();
    refresh();
    assertThat(diff()).isEmpty();
    scan();
    assertThat(diff()).isEmpty();
  }

  private static IntStream seeds() {
    return IntStream.rangeClosed(1, Integer.getInteger("situ.test.rounds", 2));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void turnsTheOlderIntoTheNewer(int seed) throws IOException {
    RandomTree tree = new RandomTree(store, DATA, seed);
    tree.change(200);
    scan();
    for (int round = 0; round < 10; round++) {
      Map<String, StoreObject> state = state();
      tree.change(12);
      refresh();
      for (Diff.Change change : diff()) {
        change.before().ifPresent(row -> state.remove(row.toString()));
        change.after().ifPresent(row -> state.put(row.toString(), row.object()));
      }
      Map<String, StoreObject> now = state();
      assertThat(state.keySet()).isEqualTo(now.keySet());
      now.forEach(
          (key, object) -> {
            StoreObject reported = state.get(key);
            assertThat(reported.attributes().mode()).isEqualTo(object.attributes().mode());
            if (!object.isDirectory()) {
              assertThat(reported.version()).isEqualTo(object.version());
            }
          });
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theExactOneTurnsTheOlderIntoTheNewerToTheLastAttribute(int seed) throws IOException {
    RandomTree tree = new RandomTree(store, DATA, seed);
    tree.change(200);
    scan();
    for (int round = 0; round < 5; round++) {
      Map<String, StoreObject> state = state();
      tree.change(12);
      refresh();
      Inventory inventory = Inventory.open(directory);
      Snapshot newer = inventory.snapshot();
      Snapshot older = inventory.snapshot(newer.manifest().parent().orElseThrow());
      try (Diff diff = Diff.exact(older, newer)) {
        for (Diff.Change change = diff.next(); change != null; change = diff.next()) {
          change.before().ifPresent(row -> state.remove(row.toString()));
          change.after().ifPresent(row -> state.put(row.toString(), row.object()));
        }
      }
      assertThat(state).isEqualTo(state());
    }
  }

  private Map<String, StoreObject> state() throws IOException {
    Map<String, StoreObject> state = new TreeMap<>();
    for (StoreObject object : Snapshots.objects(Snapshots.current(directory).rows())) {
      state.put(SortKeys.of(object), object);
    }
    return state;
  }

  private void write(StorePath path, int size) throws IOException {
    StoreFiles.writeAll(store, path, ByteBuffer.allocate(size), WriteHandle.Options.REPLACE);
  }
}
