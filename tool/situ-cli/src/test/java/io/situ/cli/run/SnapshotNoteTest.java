// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.cli.context.StoreLocation;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.forward.ForwardingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which directory a note is of. The snapshot is a directory here, as it is on CephFS. */
class SnapshotNoteTest {

  private static final StorePath DIRECTORY = StorePath.of("/in");
  private static final StorePath SNAPSHOT = StorePath.of("/in/.snap/label");
  private static final StoreLocation PLACE = new StoreLocation("", SNAPSHOT);

  private final Store store = newStore();

  private static Store newStore() {
    try {
      MemoryStore store = new MemoryStore();
      StoreFiles.mkdirs(store, SNAPSHOT, 0755);
      return store;
    } catch (StoreException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same, of which nothing reports which file system it is. */
  private static Store silent(Store store) {
    return new ForwardingStore(store) {
      @Override
      public Optional<String> fileSystem(StorePath path) {
        return Optional.empty();
      }
    };
  }

  /** The same, mounted in another way. */
  private static Store remounted(Store store) {
    return new ForwardingStore(store) {
      @Override
      public Info info() {
        return Info.mounted("other", "other", "other", StorePath.of("/other"));
      }
    };
  }

  private static long inode(Store store) throws StoreException {
    return store.stat(DIRECTORY, true).version().identity();
  }

  private static SnapshotNote reread(SnapshotNote note) throws IOException {
    SnapshotNote read = SnapshotNote.parse(note.text());
    assertThat(read).isEqualTo(note);
    return read;
  }

  private void assertDeletes(SnapshotNote note, Store now) throws IOException {
    note.delete(now);
    assertThat(StoreFiles.find(store, SNAPSHOT)).isEmpty();
  }

  @Test
  void anotherFileSystemIsAnotherPlaceWhereTheInodeNumbersAreThoseToo() throws IOException {
    SnapshotNote note = reread(SnapshotNote.of(store, PLACE, DIRECTORY));
    Store other = newStore();
    assertThat(inode(other)).isEqualTo(inode(store));

    assertThatThrownBy(() -> note.delete(other))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the directory in which it was taken is not at '/in' now");

    assertThat(StoreFiles.find(other, SNAPSHOT)).isPresent();
    assertDeletes(note, store);
  }

  @Test
  void theFileSystemIsTheSameHoweverItIsMounted() throws IOException {
    assertDeletes(reread(SnapshotNote.of(store, PLACE, DIRECTORY)), remounted(store));
  }

  @Test
  void whereItIsNotKnownTheDirectoryCounts() throws IOException {
    SnapshotNote unknown = reread(SnapshotNote.of(silent(store), PLACE, DIRECTORY));
    Store moved = newStore();
    moved.rename(DIRECTORY, StorePath.of("/old"), Store.RenameMode.NO_REPLACE);
    StoreFiles.mkdirs(moved, SNAPSHOT, 0755);
    assertThatThrownBy(() -> unknown.delete(moved)).isInstanceOf(IOException.class);

    assertDeletes(unknown, store);
  }

  @Test
  void whereItIsNotKnownAnyMoreTheDirectoryCounts() throws IOException {
    assertDeletes(SnapshotNote.of(store, PLACE, DIRECTORY), silent(store));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fuse.ceph-fuse:ceph-fuse:", "cephfs:5f0c6d3e:1:1 "})
  void ofWhatEarlierVersionsNotedTheInodeNumberCounts(String how) throws IOException {
    String text = "{\"snapshot\":\"%s\",\"directory\":\"situ:///in\",\"identity\":\"%s%d\"}";
    SnapshotNote same = SnapshotNote.parse(text.formatted(PLACE.uri(), how, inode(store)));
    SnapshotNote other = SnapshotNote.parse(text.formatted(PLACE.uri(), how, inode(store) + 1));

    assertThatThrownBy(() -> other.delete(store)).isInstanceOf(IOException.class);
    assertDeletes(same, store);
  }
}
