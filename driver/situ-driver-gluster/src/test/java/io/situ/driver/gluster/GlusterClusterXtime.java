// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The marks of what changed, on a volume that keeps them. */
final class GlusterClusterXtime {

  private static final String ADMIN = GlusterTestCluster.MOUNTS + "/arb-admin";

  private static List<Change> changes(XtimeChangeFeed.Place place, StorePath directory, long since)
      throws StoreException {
    List<Change> changes = new ArrayList<>();
    try (ChangeFeed feed = new XtimeChangeFeed(place, Optional.of(directory), since, "")) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        changes.add(change);
      }
    }
    return changes;
  }

  @Test
  void onlyDirectoriesWithChangesAreEntered() throws Exception {
    StoreConfig config = new StoreConfig("admin", Map.of("root", ADMIN));
    try (Store store = GlusterTestCluster.open("arb");
        MountedStore admin = MountedStore.open(config, "admin", Placement.NONE)) {
      Xtime marker = new Xtime(admin, new UnreachableSubvolumes(admin.mount()));
      XtimeChangeFeed.Place place =
          new XtimeChangeFeed.Place(store, marker, marker.origin().orElseThrow(), StorePath.ROOT);
      StorePath top = StorePath.of("/marked");
      for (String directory : List.of("", "/a", "/a/b", "/a/b/c", "/x", "/x/y")) {
        store.mkdir(StorePath.of(top + directory), 0755);
      }
      GlusterTestCluster.write(store, top + "/a/b/old", 10);
      Thread.sleep(2000);
      long before = place.changed(top);
      assertThat(changes(place, top, before + 1)).isEmpty();

      GlusterTestCluster.write(store, top + "/a/b/new", 10);
      while (place.changed(top) == before) {
        Thread.sleep(50);
      }
      assertThat(changes(place, top, before + 1))
          .containsExactlyInAnyOrder(entries(top, ""), entries(top, "/a"), entries(top, "/a/b"));

      long written = place.changed(top);
      store.delete(StorePath.of(top + "/a/b/old"));
      while (place.changed(top) == written) {
        Thread.sleep(50);
      }
      assertThat(changes(place, top, written + 1)).contains(entries(top, "/a/b"));
    }
  }

  private static Change entries(StorePath top, String below) {
    return new Change(StorePath.of(top + below), Scope.ENTRIES);
  }

  @Test
  void theMountAndTheMarksReportOneIdentifier() throws Exception {
    try (Store marked = GlusterTestCluster.open("arb", "admin.mount", ADMIN);
        Store mounted = GlusterTestCluster.open("arb");
        Store other = GlusterTestCluster.open("shard")) {
      Optional<String> volume = mounted.fileSystem(StorePath.ROOT);
      assertThat(volume).isPresent();
      assertThat(marked.fileSystem(StorePath.ROOT)).isEqualTo(volume);
      assertThat(other.fileSystem(StorePath.ROOT)).isNotEqualTo(volume);
    }
  }

  @Test
  void anotherVolumesCursorIsRefused() throws Exception {
    try (Store store = GlusterTestCluster.open("arb", "admin.mount", ADMIN)) {
      String cursor;
      try (ChangeFeed feed = store.changes(StorePath.ROOT, "")) {
        assertThat(feed.next()).isNull();
        cursor = feed.cursor();
      }
      store.changes(StorePath.ROOT, cursor).close();
      for (String other : List.of("0" + cursor, cursor + "x", "x", cursor.replace(":", ":1"))) {
        assertThatThrownBy(() -> store.changes(StorePath.ROOT, other))
            .extracting(failure -> ((StoreException) failure).kind())
            .isEqualTo(StoreException.Kind.EXPIRED);
      }
    }
  }

  @Test
  void aVolumeThatKeepsNoMarksHasNoFeed() throws Exception {
    try (Store store =
        GlusterTestCluster.open(
            "shard", "admin.mount", GlusterTestCluster.MOUNTS + "/shard-admin")) {
      assertThat(store.can(Capability.CHANGE_FEED, StorePath.ROOT)).isFalse();
    }
  }
}
