// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.EntriesStore;
import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.Snapshots;
import io.situ.inventory.diff.Diff;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.UnreadObjects;
import io.situ.inventory.refresh.Refresher;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be looked at is not taken for gone. */
class UnreadObjectsTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath BAD = DATA.child("bad");

  @TempDir Path directory;

  private static MemoryStore store(boolean feed) throws IOException {
    MemorySettings settings = new MemorySettings();
    MemoryStore store = new MemoryStore(feed ? settings : settings.without(Capability.CHANGE_FEED));
    for (String each : List.of("/data", "/data/bad", "/data/bad/deep", "/data/good")) {
      store.mkdir(StorePath.of(each), 0755);
    }
    for (String each : List.of("/data/a", "/data/bad/f", "/data/bad/deep/g", "/data/good/h")) {
      write(store, each);
    }
    return store;
  }

  private static void write(Store store, String path) throws IOException {
    StoreFiles.writeAll(
        store, StorePath.of(path), ByteBuffer.wrap(path.getBytes()), WriteHandle.Options.REPLACE);
  }

  private static Fault fault(StoreOperation.Kind on, StorePath below, StoreException.Kind kind) {
    return Fault.on(on).below(below).fails(kind);
  }

  private static FaultInjectingStore failing(Store store, StoreException.Kind kind) {
    return new FaultInjectingStore(store, 1, fault(StoreOperation.Kind.LIST, BAD, kind));
  }

  private MemoryStore scanned(boolean feed) throws IOException {
    MemoryStore store = store(feed);
    Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT);
    return store;
  }

  private Manifest refresh(Store store) throws IOException {
    return Refresher.refresh(store, directory, ScanOptions.DEFAULT);
  }

  private List<String> paths() throws IOException {
    return Snapshots.objects(Snapshots.current(directory).rows()).stream()
        .map(object -> object.path().toString())
        .toList();
  }

  private List<String> removed(long from) throws IOException {
    List<String> removed = new ArrayList<>();
    Inventory inventory = Inventory.open(directory);
    for (boolean exact : new boolean[] {false, true}) {
      Snapshot before = inventory.snapshot(from);
      Snapshot after = inventory.snapshot();
      try (Diff diff = exact ? Diff.exact(before, after) : Diff.between(before, after)) {
        for (Diff.Change change = diff.next(); change != null; change = diff.next()) {
          if (change.kind() == Diff.Kind.REMOVED) {
            removed.add(change.before().orElseThrow().object().path().toString());
          }
        }
      }
    }
    return removed;
  }

  @ParameterizedTest
  @EnumSource(
      value = StoreException.Kind.class,
      names = {"FAILED", "PERMISSION_DENIED", "NOT_FOUND"})
  void aRefreshKeepsTheRowsOfADirectoryThatCannotBeListed(StoreException.Kind kind)
      throws IOException {
    MemoryStore store = store(false);
    Manifest before = Scanner.scan(store, DATA, directory, ScanOptions.DEFAULT);
    List<String> all = paths();
    Manifest after = refresh(failing(store, kind));
    assertThat(paths()).isEqualTo(all);
    assertThat(after.counts()).isEqualTo(before.counts());
    assertThat(after.unread()).isEqualTo(new UnreadObjects(List.of(BAD), true));
    assertThat(after.isPartial()).isTrue();
    assertThat(removed(1)).isEmpty();
    assertThat(Snapshots.current(directory).manifest()).isEqualTo(after);
  }

  @Test
  void whatIsGoneElsewhereIsRemovedAllTheSame() throws IOException {
    MemoryStore store = scanned(false);
    store.delete(StorePath.of("/data/good/h"));
    store.delete(StorePath.of("/data/bad/f"));
    refresh(failing(store, StoreException.Kind.FAILED));
    assertThat(removed(1)).containsOnly("/data/good/h");
    Manifest whole = refresh(store);
    assertThat(whole.isPartial()).isFalse();
    assertThat(removed(1)).containsOnly("/data/good/h", "/data/bad/f");
  }

  @Test
  void aFreshScanListsNothingAsRemovedWhereItCouldNotLook() throws IOException {
    MemoryStore store = scanned(false);
    store.delete(StorePath.of("/data/a"));
    Store failing = failing(store, StoreException.Kind.FAILED);
    Manifest after = Scanner.scan(failing, DATA, directory, ScanOptions.DEFAULT);
    assertThat(after.unread().paths()).containsExactly(BAD);
    assertThat(removed(1)).containsOnly("/data/a");
  }

  @Test
  void aDirectoryThatIsGoneIsRemoved() throws IOException {
    MemoryStore store = scanned(false);
    FaultInjectingStore vanishing =
        new FaultInjectingStore(
            store,
            1,
            fault(StoreOperation.Kind.LIST, BAD, StoreException.Kind.NOT_FOUND),
            fault(StoreOperation.Kind.STAT, BAD, StoreException.Kind.NOT_FOUND));
    Manifest after = refresh(vanishing);
    assertThat(after.isPartial()).isFalse();
    assertThat(removed(1)).contains("/data/bad", "/data/bad/deep/g");
  }

  private static FaultInjectingStore failingOnce(
      Store store, StorePath at, StoreException.Kind kind) {
    return new FaultInjectingStore(
        store, 1, Fault.on(StoreOperation.Kind.LIST).below(at).times(1).fails(kind));
  }

  @ParameterizedTest
  @CsvSource({"/data/bad, NOT_FOUND", "/data/bad, UNAVAILABLE", "/data, UNAVAILABLE"})
  void aFileHandleThatAServerForgotOnceIsLookedAtAgain(String at, StoreException.Kind kind)
      throws IOException {
    MemoryStore store = scanned(false);
    List<String> all = paths();
    FaultInjectingStore once = failingOnce(store, StorePath.of(at), kind);
    Manifest after = refresh(once);
    assertThat(once.injected()).isEqualTo(1);
    assertThat(paths()).isEqualTo(all);
    assertThat(after.isPartial()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/data/bad", "/data"})
  void byAFeedOfDirectoriesSuchAHandleIsLookedAtAgain(String at) throws IOException {
    MemoryStore store = scanned(true);
    write(store, "/data/bad/new");
    write(store, "/data/new");
    FaultInjectingStore once =
        failingOnce(store, StorePath.of(at), StoreException.Kind.UNAVAILABLE);
    Manifest after = refresh(new EntriesStore(once));
    assertThat(once.injected()).isEqualTo(1);
    assertThat(after.isPartial()).isFalse();
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void byAFeedAnObjectThatCannotBeLookedAtKeepsItsRow(boolean directoryItself) throws IOException {
    MemoryStore store = scanned(true);
    List<String> all = paths();
    write(store, "/data/bad/f");
    StorePath at = directoryItself ? BAD : BAD.child("f");
    FaultInjectingStore failing =
        new FaultInjectingStore(
            store, 1, fault(StoreOperation.Kind.STAT, at, StoreException.Kind.PERMISSION_DENIED));
    Manifest after = refresh(failing);
    assertThat(paths()).isEqualTo(all);
    assertThat(after.unread().paths()).contains(BAD.child("f"));
    assertThat(removed(1)).isEmpty();
    Manifest whole = refresh(store);
    assertThat(whole.isPartial()).isFalse();
    assertThat(whole.skipped()).isEmpty();
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
  }

  @Test
  void byAFeedWhatCouldNotBeListedIsListedNextTime() throws IOException {
    MemoryStore store = store(true);
    Store failing = failing(store, StoreException.Kind.FAILED);
    Manifest first = Scanner.scan(failing, DATA, directory, ScanOptions.DEFAULT);
    assertThat(first.unread().paths()).containsExactly(BAD);
    Manifest second = refresh(failing);
    assertThat(second.unread().paths()).containsExactly(BAD);
    refresh(store);
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
  }

  /** As on CephFS and GlusterFS, which show in which directories something changed. */
  @ParameterizedTest
  @EnumSource(
      value = StoreException.Kind.class,
      names = {"FAILED", "PERMISSION_DENIED"})
  void byAFeedOfDirectoriesOneThatCannotBeListedKeepsItsRows(StoreException.Kind kind)
      throws IOException {
    MemoryStore store = scanned(true);
    List<String> all = paths();
    write(store, "/data/bad/new");
    store.delete(StorePath.of("/data/bad/f"));
    store.delete(StorePath.of("/data/good/h"));
    for (int round = 0; round < 2; round++) {
      Manifest after = refresh(new EntriesStore(failing(store, kind)));
      assertThat(after.unread()).isEqualTo(new UnreadObjects(List.of(BAD), true));
      assertThat(paths())
          .containsExactlyElementsOf(
              all.stream().filter(path -> !path.equals("/data/good/h")).toList());
      assertThat(removed(1)).containsOnly("/data/good/h");
      store.delete(StorePath.of("/data/bad/deep/g"));
    }
    Manifest whole = refresh(new EntriesStore(store));
    assertThat(whole.isPartial()).isFalse();
    Snapshots.assertHolds(Snapshots.current(directory), store, DATA);
  }

  @Test
  void byAFeedOfDirectoriesTheTopHasToBeListed() throws IOException {
    MemoryStore store = scanned(true);
    store.delete(StorePath.of("/data/a"));
    Store failing =
        new FaultInjectingStore(
            store, 1, fault(StoreOperation.Kind.LIST, DATA, StoreException.Kind.PERMISSION_DENIED));
    assertThatThrownBy(() -> refresh(new EntriesStore(failing)))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.path()).contains(DATA));
    assertThat(Snapshots.current(directory).manifest().id()).isEqualTo(1);
  }

  @Test
  void pathsBelowWhatCouldNotBeReadMayBeThere() {
    UnreadObjects.Cover cover = new UnreadObjects(List.of(BAD), true).cover();
    assertThat(cover.mayHold(BAD.child("x").child("y"))).isTrue();
    assertThat(cover.mayHold(BAD)).isTrue();
    assertThat(cover.mayHold(DATA.child("bad2"))).isFalse();
    assertThat(cover.mayHold(DATA)).isFalse();
    assertThat(new UnreadObjects(List.of(), false).cover().mayHold(DATA)).isTrue();
    assertThat(UnreadObjects.NONE.cover().mayHold(DATA)).isFalse();
  }
}
