// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

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
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The change feed of a store that keeps for each directory when something below it changed last, on
 * directories whose times the test sets. Times are seconds since 1970.
 */
public abstract class DirectoryTimesContract {

  /** In seconds. */
  protected static final long DAY = 24 * 3600;

  private static final long YEAR_2099 = Instant.parse("2099-01-01T00:00:00Z").getEpochSecond();
  private static final List<String> DIRECTORIES = List.of("/", "/a", "/a/deep", "/b", "/b/deep");

  /** When the test began. */
  protected final long now = Instant.now().getEpochSecond();

  /** For subclasses. */
  protected DirectoryTimesContract() {}

  /** Makes what the other methods need; nothing is asked of the store before. */
  protected abstract void open() throws IOException;

  /** Makes a directory below one that is there. */
  protected abstract void mkdir(String path) throws IOException;

  /** Sets when something at or below a directory changed last. */
  protected abstract void changed(String path, long seconds);

  /** The directories, without a feed. */
  protected abstract Store files();

  /** A store with the feed, which lists directories by the other. */
  protected abstract Store withFeed(Store listed);

  /** The feed's cursor for what changed until then. */
  protected abstract String cursor(long seconds);

  @BeforeEach
  final void makeDirectories() throws IOException {
    open();
    for (String each : DIRECTORIES) {
      if (!each.equals("/")) {
        mkdir(each);
      }
      changed(each, now - DAY);
    }
  }

  /** Everything changed now. */
  protected final void allChanged() {
    DIRECTORIES.forEach(each -> changed(each, now));
  }

  /** Reads a feed to its end, adds what it names, and returns its cursor. */
  protected static String read(Store store, String cursor, List<Change> named)
      throws StoreException {
    try (ChangeFeed feed = store.changes(StorePath.ROOT, cursor)) {
      for (Change change = feed.next(); change != null; change = feed.next()) {
        named.add(change);
      }
      return feed.cursor();
    }
  }

  /** What the feed names that begins shortly after the directories were made. */
  protected final List<Change> named(Store store) throws StoreException {
    List<Change> named = new ArrayList<>();
    read(store, cursor(now - DAY + 100), named);
    return named;
  }

  /** A directory in which something was added, removed or replaced. */
  protected static Change entries(String path) {
    return new Change(StorePath.of(path), Scope.ENTRIES);
  }

  /** A directory below which everything may have changed. */
  protected static Change tree(String path) {
    return new Change(StorePath.of(path), Scope.TREE);
  }

  private Store failing(String path, Kind kind) {
    return withFeed(
        new FaultInjectingStore(
            files(), 1, Fault.on(StoreOperation.Kind.LIST).below(StorePath.of(path)).fails(kind)));
  }

  /** As {@code touch -d 2099-01-01} leaves it, and stores may keep it for good. */
  @Test
  void aTimeOfTheFutureHidesNoLaterChange() throws StoreException {
    Store store = withFeed(files());
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
    Store store = withFeed(files());
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

  @Test
  void aDirectoryThatCannotBeListedIsNamedWithAllBelow() throws StoreException {
    allChanged();
    for (Kind kind : List.of(Kind.PERMISSION_DENIED, Kind.FAILED)) {
      assertThat(named(failing("/a", kind)))
          .as("%s", kind)
          .containsExactlyInAnyOrder(entries("/"), tree("/a"), entries("/b"), entries("/b/deep"));
    }
  }

  @Test
  void aDirectoryThatIsGoneIsNotNamed() throws StoreException {
    allChanged();
    assertThat(named(failing("/a", Kind.NOT_FOUND)))
        .containsExactlyInAnyOrder(entries("/"), entries("/b"), entries("/b/deep"));
  }

  @Test
  void whatIsNotOneDirectorysFailureEndsTheFeed() {
    allChanged();
    fails("/", Kind.PERMISSION_DENIED);
    fails("/a", Kind.UNAVAILABLE);
    fails("/a", Kind.INTERRUPTED);
  }

  private void fails(String path, Kind kind) {
    assertThatThrownBy(() -> named(failing(path, kind)))
        .isInstanceOfSatisfying(
            StoreException.class, failed -> assertThat(failed.kind()).isEqualTo(kind));
  }
}
