// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.forward.StoreOperation;
import io.situ.storage.testkit.fault.Fault;
import io.situ.storage.testkit.fault.FaultInjectingStore;
import io.situ.storage.testkit.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The change feed on directories whose latest changes are those that the test sets. */
class RctimeChangeFeedTest {

  private static final long YEAR_2099 = Instant.parse("2099-01-01T00:00:00Z").getEpochSecond();
  private static final long DAY = 24 * 3600;

  private final long now = Instant.now().getEpochSecond();
  private final MemoryStore files = new MemoryStore();
  private final Map<StorePath, Long> latest = new HashMap<>();

  @BeforeEach
  void make() throws StoreException {
    for (String each : List.of("/", "/a", "/a/deep", "/b", "/b/deep")) {
      if (!each.equals("/")) {
        files.mkdir(StorePath.of(each), 0755);
      }
      changed(each, now - DAY);
    }
  }

  private void changed(String path, long seconds) {
    latest.put(StorePath.of(path), seconds);
  }

  private byte[] xattr(StorePath path, String name) throws StoreException {
    Long seconds = latest.get(path);
    if (seconds == null) {
      throw new StoreException(Kind.NO_ATTRIBUTE, path, "it has no attribute " + name);
    }
    return (seconds + ".090000000").getBytes(StandardCharsets.US_ASCII);
  }

  private CephStore store(Store store) {
    return new CephStore(store, this::xattr, Optional.empty());
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

  /** CephFS keeps such a time for good: {@code touch -d 2099-01-01}. */
  @Test
  void aTimeOfTheFutureHidesNoLaterChange() throws StoreException {
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
    assertThatThrownBy(() -> store.changes(StorePath.ROOT, "rctime:" + YEAR_2099))
        .isInstanceOfSatisfying(
            StoreException.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(Kind.EXPIRED);
              assertThat(refused.reason())
                  .isEqualTo("the cursor rctime:" + YEAR_2099 + " is in the future");
            });
    assertThat(read(store, "rctime:" + (now + 30), new ArrayList<>()))
        .as("clocks may differ by a minute")
        .isEqualTo("rctime:" + (now - DAY));
  }

  private static Change tree(String path) {
    return new Change(StorePath.of(path), Scope.TREE);
  }

  private List<Change> named(Store store) throws StoreException {
    List<Change> named = new ArrayList<>();
    read(store, "rctime:" + (now - DAY + 100), named);
    return named;
  }

  private Store failing(String path, Kind kind) {
    return new FaultInjectingStore(
        files, 1, Fault.on(StoreOperation.Kind.LIST).below(StorePath.of(path)).fails(kind));
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"PERMISSION_DENIED", "FAILED"})
  void aDirectoryThatCannotBeListedIsNamedWithAllBelow(Kind kind) throws StoreException {
    latest.replaceAll((path, seconds) -> now);
    assertThat(named(store(failing("/a", kind))))
        .containsExactlyInAnyOrder(entries("/"), tree("/a"), entries("/b"), entries("/b/deep"));
  }

  @Test
  void aDirectoryThatIsGoneIsNotNamed() throws StoreException {
    latest.replaceAll((path, seconds) -> now);
    assertThat(named(store(failing("/a", Kind.NOT_FOUND))))
        .containsExactlyInAnyOrder(entries("/"), entries("/b"), entries("/b/deep"));
  }

  @Test
  void aDirectoryThatReportsNoLatestChangeIsNamedWithAllBelow() throws StoreException {
    changed("/", now);
    latest.remove(StorePath.of("/a"));
    assertThat(named(store(files))).containsExactlyInAnyOrder(entries("/"), tree("/a"));
  }

  @ParameterizedTest
  @CsvSource({"/, PERMISSION_DENIED", "/a, UNAVAILABLE", "/a, INTERRUPTED"})
  void whatIsNotOneDirectorysFailureEndsTheFeed(String path, Kind kind) {
    latest.replaceAll((any, seconds) -> now);
    assertThatThrownBy(() -> named(store(failing(path, kind))))
        .isInstanceOfSatisfying(
            StoreException.class, failed -> assertThat(failed.kind()).isEqualTo(kind));
  }
}
