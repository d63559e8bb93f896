// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is listed before the walk needs it has a bound, whatever placement the files have. */
class ListedAheadTest {

  private static final int EXTENTS = 256;
  private static final int WEIGHT = 1 + EXTENTS;

  @TempDir private Path directory;

  private static StoreObject file(StorePath path) {
    List<Extent> extents =
        IntStream.range(0, EXTENTS)
            .mapToObj(i -> new Extent(i, 1, List.of(Replica.on("node" + i % 3))))
            .toList();
    return new StoreObject(
            path,
            StoreObject.Kind.FILE,
            EXTENTS,
            new Attributes("owner", "group", 0644, 1, 2),
            new StoreObject.Version(3, 4))
        .withExtents(extents);
  }

  private static List<StoreObject> files(StorePath parent, String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> file(parent.child(prefix + (char) ('a' + i))))
        .toList();
  }

  @Test
  @Timeout(30)
  void extentsCount() throws InterruptedException {
    int files = 10;
    int folders = 4;
    AtomicInteger listed = new AtomicInteger();
    AtomicReference<Thread> worker = new AtomicReference<>();
    DirectoryPrefetcher.Lister lister =
        folder -> {
          worker.set(Thread.currentThread());
          listed.incrementAndGet();
          return SortedEntries.of(files(folder.path(), "f", files).toArray(StoreObject[]::new));
        };
    try (DirectoryPrefetcher ahead =
        DirectoryPrefetcher.start(lister, 1, folders * files * WEIGHT)) {
      ahead.offer(
          IntStream.range(0, 100)
              .mapToObj(i -> new PendingDirectory(StorePath.ROOT.child("d" + i)))
              .toList());
      while (worker.get() == null || worker.get().getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
      assertThat(listed).hasValue(folders);
    }
  }

  @Test
  void ofASortedDirectoryTheWindowIsHeldAndEachListOfReplicasOnce() throws IOException {
    List<StoreObject> first = files(StorePath.ROOT, "1", 20);
    List<StoreObject> second = files(StorePath.ROOT, "2", 20);
    List<Path> runs = List.of(directory.resolve("run-1"), directory.resolve("run-2"));
    RunFile.write(runs.get(0), first);
    RunFile.write(runs.get(1), second);
    try (MergedRuns merged = new MergedRuns(runs, SortKeys.siblings(1))) {
      assertThat(merged.held())
          .as("four objects, and the next one of each run")
          .isEqualTo(6 * WEIGHT);

      List<StoreObject> all = new ArrayList<>();
      for (StoreObject object = merged.next(); object != null; object = merged.next()) {
        all.add(object);
      }
      List<StoreObject> expected = new ArrayList<>(first);
      expected.addAll(second);
      assertThat(all).isEqualTo(expected);
      assertThat(all.get(39).extents().get(4).replicas())
          .isSameAs(all.get(0).extents().get(1).replicas());
    }
  }
}
