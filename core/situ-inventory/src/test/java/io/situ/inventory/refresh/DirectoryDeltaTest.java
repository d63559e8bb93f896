// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.BackdatedStore;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshots;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryDeltaTest {

  private static final StorePath DATA = StorePath.of("/data");
  private static final StorePath LARGE = DATA.child("large");
  private static final int FILES = 20;

  @TempDir private Path inventory;
  @TempDir private Path working;
  private final Store store = new BackdatedStore(new MemoryStore());
  private final Map<StorePath, Boolean> paths = new TreeMap<>();

  @BeforeEach
  void scan() throws IOException {
    store.mkdir(DATA, 0755);
    store.mkdir(LARGE, 0755);
    for (int i = 0; i < FILES; i++) {
      write(LARGE.child("file" + i));
    }
    Scanner.scan(store, DATA, inventory, ScanOptions.DEFAULT, 50);
  }

  private void write(StorePath file) throws IOException {
    StoreFiles.writeAll(
        store, file, ByteBuffer.wrap(new byte[] {1}), WriteHandle.Options.EXCLUSIVE);
  }

  private boolean add(StorePath directory, int most) throws IOException {
    return new DirectoryDelta(store, Snapshots.current(inventory), directory, working, most)
        .addTo(paths);
  }

  @Test
  void ofADirectoryWithFewEntriesThoseThatDifferAreNamed() throws IOException {
    write(LARGE.child("new"));
    store.delete(LARGE.child("file3"));

    assertThat(add(LARGE, FILES)).isTrue();

    assertThat(paths)
        .containsEntry(LARGE.child("new"), false)
        .containsEntry(LARGE.child("file3"), false)
        .doesNotContainKey(LARGE);
  }

  private static Map<StorePath, Boolean> names(String... names) {
    Map<StorePath, Boolean> map = new TreeMap<>();
    for (String name : names) {
      map.put(LARGE.child(name), false);
    }
    return map;
  }

  /** Sorted on disk, {@code file1} and {@code file1.d} among others. */
  @ParameterizedTest
  @ValueSource(ints = {4, 7, FILES, 1000})
  void memoryIsForEntriesThatDifferAlone(int most) throws IOException {
    store.mkdir(LARGE.child("file1.d"), 0755);
    write(LARGE.child("file1.d").child("below"));
    store.delete(LARGE.child("file3"));
    store.delete(LARGE.child("file10"));
    store.mkdir(LARGE.child("file10"), 0755);
    write(LARGE.child("file99"));

    assertThat(add(LARGE, most)).isTrue();

    assertThat(paths).isEqualTo(names("file1.d", "file10", "file3", "file99"));
    assertThat(working).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatGotTooManyEntriesIsNamedAsAWhole() throws IOException {
    for (int i = 0; i <= FILES; i++) {
      write(LARGE.child("new" + i));
    }

    assertThat(add(LARGE, FILES)).isTrue();

    assertThat(paths).isEqualTo(Map.of(LARGE, true));
    assertThat(working).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsGoneIsNamedAlone() throws IOException {
    store.rename(LARGE, StorePath.of("/away"), Store.RenameMode.NO_REPLACE);

    assertThat(add(LARGE, FILES)).isTrue();

    assertThat(paths).isEqualTo(Map.of(LARGE, true));
  }

  @Test
  void ofTheRootAllIsListed() throws IOException {
    for (int i = 0; i < FILES; i++) {
      write(DATA.child("new" + i));
    }

    assertThat(add(DATA, 3)).isFalse();
  }
}
