// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.datafile.Row;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathLookupTest {

  @TempDir private static Path directory;

  private static final Map<StorePath, StoreObject> ALL = new TreeMap<>();
  private static Snapshot snapshot;

  /** Several parts, several pages in each, directories larger than a page. */
  @BeforeAll
  static void scan() throws IOException {
    SyntheticStore store = new SyntheticStore(3, 4, 6000);
    Scanner.scan(store, StorePath.ROOT, directory, ScanOptions.DEFAULT, 30_000);
    snapshot = Snapshots.current(directory);
    for (StoreObject object : Snapshots.objects(snapshot.rows())) {
      ALL.put(object.path(), object);
    }
    assertThat(ALL).hasSize((int) store.objects());
  }

  @Test
  void findsOneAtATime() throws IOException {
    List<StorePath> paths = new ArrayList<>(ALL.keySet());
    for (int i = 0; i < paths.size(); i += 311) {
      StorePath path = paths.get(i);
      assertThat(snapshot.find(path).orElseThrow().object()).isEqualTo(ALL.get(path));
      assertThat(snapshot.find(StorePath.of(path + "-not"))).isEmpty();
    }
    assertThat(snapshot.find(StorePath.ROOT).orElseThrow().object().isDirectory()).isTrue();
    assertThat(snapshot.find(StorePath.of("/!"))).isEmpty();
    assertThat(snapshot.find(StorePath.of("/zzz"))).isEmpty();
  }

  @Test
  void findsManyInAnyOrderAndTwice() throws IOException {
    Random random = new Random(5);
    List<StorePath> known = new ArrayList<>(ALL.keySet());
    List<StorePath> asked = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      StorePath path = known.get(random.nextInt(known.size()));
      asked.add(path);
      asked.add(random.nextInt(3) == 0 ? StorePath.of(path + "x") : path);
    }
    List<Optional<Row>> answers = snapshot.findAll(asked);
    for (int i = 0; i < asked.size(); i++) {
      assertThat(answers.get(i).map(Row::object))
          .isEqualTo(Optional.ofNullable(ALL.get(asked.get(i))));
    }
    assertThat(snapshot.findAll(List.of())).isEmpty();
  }

  @Test
  void listsADirectoryAndAllBelowIt() throws IOException {
    for (StoreObject object : ALL.values()) {
      if (object.isDirectory()) {
        assertThat(Snapshots.objects(snapshot.list(object.path())))
            .isEqualTo(
                ALL.values().stream()
                    .filter(o -> o.path().parent().equals(Optional.of(object.path())))
                    .toList());
        assertThat(Snapshots.objects(snapshot.rows(object.path())))
            .isEqualTo(
                ALL.values().stream().filter(o -> o.path().startsWith(object.path())).toList());
      }
    }
    assertThat(Snapshots.objects(snapshot.list(StorePath.of("/none")))).isEmpty();
    StorePath file = ALL.keySet().stream().filter(p -> ALL.get(p).isFile()).findFirst().get();
    assertThat(Snapshots.objects(snapshot.list(file))).isEmpty();
  }
}
