// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.ChangeFeed.Change;
import io.situ.storage.ChangeFeed.Scope;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A feed may name too much, so what is asked is that it names enough. */
abstract class ChangeFeedContract extends ContractTopic {

  private String cursor;

  @BeforeEach
  final void needFeed() throws StoreException {
    need(Capability.CHANGE_FEED);
    mkdir("d");
    mkdir("d/e");
    write("d/f", "x");
    write("d/e/g", "x");
    mark();
  }

  private void mark() throws StoreException {
    try (ChangeFeed feed = store().changes(directory(), "")) {
      assertThat(feed.next()).as("an empty cursor reports no change").isNull();
      cursor = feed.cursor();
    }
  }

  private List<Change> changes() throws StoreException {
    List<Change> changes = new ArrayList<>();
    try (ChangeFeed feed = store().changes(directory(), cursor)) {
      for (Change change; (change = feed.next()) != null; ) {
        assertThat(change.path().startsWith(directory())).as("%s", change).isTrue();
        changes.add(change);
      }
      cursor = feed.cursor();
    }
    return changes;
  }

  private void covers(String... relatives) throws StoreException {
    List<Change> changes = changes();
    for (String relative : relatives) {
      StorePath path = path(relative);
      assertThat(changes).as("%s is covered", path).anyMatch(change -> covers(change, path));
    }
  }

  private static boolean covers(Change change, StorePath path) {
    return change.path().equals(path)
        || change.scope() == Scope.TREE && path.startsWith(change.path())
        || change.scope() == Scope.ENTRIES && path.parent().equals(Optional.of(change.path()));
  }

  @Test
  void whatIsMadeIsNamed() throws StoreException {
    write("d/new", "x");
    mkdir("d/dir");
    covers("d/new", "d/dir");
  }

  @Test
  void whatIsWrittenAgainIsNamed() throws StoreException {
    write("d/e/g", "other");
    covers("d/e/g");
  }

  @Test
  void whatIsDeletedIsNamed() throws StoreException {
    store().delete(path("d/f"));
    covers("d/f");
  }

  @Test
  void bothNamesOfARenameAreNamedAndWhatIsBelow() throws StoreException {
    store().rename(path("d/f"), path("d/e/h"), Store.RenameMode.REPLACE);
    covers("d/f", "d/e/h");
    store().rename(path("d"), path("r"), Store.RenameMode.REPLACE);
    covers("d", "r", "r/e", "r/e/g", "r/e/h");
  }

  @Test
  void changedAttributesAreNamed() throws StoreException {
    need(Capability.TIMES);
    store().setAttributes(path("d/f"), Attributes.Change.NONE.withModified(0));
    covers("d/f");
  }

  @Test
  void aFeedGoesOnWhereItEnded() throws StoreException {
    write("d/one", "x");
    covers("d/one");
    write("d/two", "x");
    covers("d/two");
  }

  @Test
  void anAnswerIsTheSameForTheSameCursor() throws StoreException {
    String before = cursor;
    write("d/one", "x");
    covers("d/one");
    cursor = before;
    covers("d/one");
  }

  @Test
  void theCursorIsKnownAtTheEnd() throws StoreException {
    write("d/one", "x");
    try (ChangeFeed feed = store().changes(directory(), cursor)) {
      assertThatThrownBy(feed::cursor).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aForeignCursorIsExpired() {
    refused(() -> store().changes(directory(), "no-such-cursor"), Kind.EXPIRED);
  }

  @Test
  void onlyDirectoriesHaveAFeed() {
    refused(() -> store().changes(path("no"), ""), Kind.NOT_FOUND);
  }
}
