// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The change feed on directories whose marks are those that the test sets. */
class XtimeChangeFeedTest {

  private static final UUID VOLUME = new UUID(0x0123_4567_89ab_4defL, 7);
  private static final int SINCE = 1_000_000;
  private static final long YEAR_2099 = Instant.parse("2099-01-01T00:00:00Z").getEpochSecond();
  private static final long DAY = 24 * 3600;

  @TempDir private Path mount;

  private final long now = Instant.now().getEpochSecond();
  private FakeVolume files;
  private MetaGraph graph;
  private GlusterPlacement placement;

  @BeforeEach
  void make() throws IOException {
    graph = MetaGraph.ofTwoSets(mount);
    files = new FakeVolume(mount);
    StoreConfig config = new StoreConfig("vol", Map.of("heal.info", "off"));
    placement =
        new GlusterPlacement(
            files,
            FakeVolume.mount(mount),
            new PlacementSources(
                new HostMapping(Map.of()),
                SelfHealSource.of(config),
                Optional.empty(),
                config.notices()));
    ByteBuffer mark = ByteBuffer.allocate(27);
    mark.putLong(2, VOLUME.getMostSignificantBits());
    mark.putLong(10, VOLUME.getLeastSignificantBits());
    mark.putInt(19, SINCE);
    files.put("/", "trusted.glusterfs.volume-mark", mark.array());
    for (String each : List.of("/", "/a", "/a/deep", "/b", "/b/deep")) {
      Files.createDirectories(mount.resolve(each.substring(1)));
      changed(each, now - DAY);
    }
  }

  @AfterEach
  void close() throws StoreException {
    placement.close();
    files.close();
  }

  private void changed(String path, long seconds) {
    byte[] mark = ByteBuffer.allocate(8).putInt((int) seconds).putInt(90).array();
    files.put(path, "trusted.glusterfs." + VOLUME + ".xtime", mark);
  }

  private Store store(Store listed) {
    Xtime marker = new Xtime(files, new UnreachableSubvolumes(FakeVolume.mount(mount)));
    return new XtimeStore(listed, marker, placement);
  }

  private static String cursor(long seconds) {
    return VOLUME + ":" + SINCE * 1_000_000L + ":" + (seconds * 1_000_000 + 90);
  }

  /** Reads a feed to its end, adds what it names, and returns its cursor. */
  private static String read(Store store, String cursor, List<Change> named) throws StoreException {
    try (ChangeFeed feed = store.changes(StorePath.ROOT, cursor)) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        named.add(change);
      }
      return feed.cursor();
    }
  }

  private static Change entries(String path) {
    return new Change(StorePath.of(path), Scope.ENTRIES);
  }

  @Test
  void aMarkOfTheFutureHidesNoLaterChange() throws StoreException {
    Store store = store(files);
    changed("/", YEAR_2099);
    changed("/a", YEAR_2099);
    String scanned = read(store, "", new ArrayList<>());
    List<Change> named = new ArrayList<>();
    String refreshed = read(store, scanned, named);
    assertThat(named).containsExactlyInAnyOrder(entries("/"), entries("/a"));

    changed("/b", now + 1);
    changed("/b/deep", now + 1);
    named.clear();
    read(store, refreshed, named);
    assertThat(named)
        .containsExactlyInAnyOrder(entries("/"), entries("/a"), entries("/b"), entries("/b/deep"));
  }

  @Test
  void aCursorOfTheFutureIsRefused() throws StoreException {
    Store store = store(files);
    assertThatThrownBy(() -> store.changes(StorePath.ROOT, cursor(YEAR_2099)))
        .isInstanceOfSatisfying(
            StoreException.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(Kind.EXPIRED);
              assertThat(refused.reason())
                  .isEqualTo("the cursor " + cursor(YEAR_2099) + " is in the future");
            });
    assertThat(read(store, cursor(now + 30), new ArrayList<>()))
        .as("clocks may differ by a minute")
        .isEqualTo(cursor(now - DAY));
  }

  private List<Change> named(Store store) throws StoreException {
    List<Change> named = new ArrayList<>();
    read(store, cursor(now - DAY + 100), named);
    return named;
  }

  private Store failing(String path, Kind kind) {
    return store(
        new FaultInjectingStore(
            files, 1, Fault.on(StoreOperation.Kind.LIST).below(StorePath.of(path)).fails(kind)));
  }

  private void allChanged() {
    for (String each : List.of("/", "/a", "/a/deep", "/b", "/b/deep")) {
      changed(each, now);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PERMISSION_DENIED", "FAILED"})
  void aDirectoryThatCannotBeListedIsNamedWithAllBelow(Kind kind) throws StoreException {
    allChanged();
    assertThat(named(failing("/a", kind)))
        .containsExactlyInAnyOrder(
            entries("/"),
            new Change(StorePath.of("/a"), Scope.TREE),
            entries("/b"),
            entries("/b/deep"));
  }

  @Test
  void aDirectoryThatIsGoneIsNotNamed() throws StoreException {
    allChanged();
    assertThat(named(failing("/a", Kind.NOT_FOUND)))
        .containsExactlyInAnyOrder(entries("/"), entries("/b"), entries("/b/deep"));
  }

  @Test
  void aDirectoryWhoseMarkCannotBeReadIsNamedWithAllBelow() throws StoreException {
    changed("/", now);
    files.fail("/a", Kind.PERMISSION_DENIED);
    assertThat(named(store(files)))
        .containsExactlyInAnyOrder(entries("/"), new Change(StorePath.of("/a"), Scope.TREE));
  }

  @ParameterizedTest
  @CsvSource({"/, PERMISSION_DENIED", "/a, UNAVAILABLE", "/a, INTERRUPTED"})
  void whatIsNotOneDirectorysFailureEndsTheFeed(String path, Kind kind) {
    allChanged();
    assertThatThrownBy(() -> named(failing(path, kind)))
        .isInstanceOfSatisfying(
            StoreException.class, failed -> assertThat(failed.kind()).isEqualTo(kind));
  }

  private void reach(int second) throws IOException {
    graph.state(
        "rep-dht",
        "subvolumes[0] = cluster/replicate.rep-replicate-0",
        "subvolume_status[0] = 1",
        "subvolumes[1] = cluster/replicate.rep-replicate-1",
        "subvolume_status[1] = " + second);
  }

  private static void outage(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, failed -> assertThat(failed.kind()).isEqualTo(Kind.UNAVAILABLE))
        .hasMessageContaining("does not show all that changed while")
        .hasMessageContaining("h3:/b/3/rep, h4:/b/4/rep");
  }

  @Test
  void whileBricksAreAwayTheFeedFails() throws IOException {
    reach(0);
    outage(() -> named(store(files)));
    assertThat(read(store(files), "", new ArrayList<>())).isEqualTo(cursor(now - DAY));
    reach(1);
    assertThat(named(store(files))).isEmpty();
  }

  @Test
  void bricksThatLeaveMeanwhileFailTheFeedAtItsEnd() throws IOException {
    reach(1);
    allChanged();
    try (ChangeFeed feed = store(files).changes(StorePath.ROOT, cursor(now - DAY + 100))) {
      assertThat(feed.next()).isNotNull();
      reach(0);
      outage(
          () -> {
            while (feed.next() != null) {
              continue;
            }
          });
    }
  }
}
