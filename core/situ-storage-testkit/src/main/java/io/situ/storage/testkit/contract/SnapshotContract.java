// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class SnapshotContract extends ContractTopic {

  @BeforeEach
  final void needSnapshots() throws StoreException {
    need(Capability.SNAPSHOTS);
    mkdir("d");
    mkdir("d/e");
    write("d/e/f", "old");
  }

  @Test
  void aSnapshotDoesNotChange() throws StoreException {
    try (Store.Snapshot snapshot = store().snapshot(path("d"), "label")) {
      StorePath frozen = snapshot.path();
      write("d/e/f", "new");
      write("d/g", "new");
      assertThat(readText(frozen.child("e").child("f"))).isEqualTo("old");
      assertThat(list(frozen, Listing.Options.RECURSIVE))
          .containsOnlyKeys(frozen.child("e"), frozen.child("e").child("f"));
      store().delete(path("d/e/f"));
      assertThat(readText(frozen.child("e").child("f"))).isEqualTo("old");
    }
    assertThat(readText(path("d/g"))).isEqualTo("new");
  }

  @Test
  void aSnapshotIsNotSeenInItsDirectory() throws StoreException {
    try (Store.Snapshot snapshot = store().snapshot(path("d"), "label")) {
      assertThat(snapshot.path()).isNotEqualTo(path("d"));
      assertThat(list(path("d"), Listing.Options.RECURSIVE))
          .containsOnlyKeys(path("d/e"), path("d/e/f"));
    }
  }

  @Test
  void aClosedSnapshotIsGone() throws StoreException {
    Store.Snapshot snapshot = store().snapshot(path("d"), "label");
    StorePath frozen = snapshot.path();
    snapshot.close();
    snapshot.close();
    refused(() -> store().stat(frozen, true), Kind.NOT_FOUND);
    assertThat(readText(path("d/e/f"))).isEqualTo("old");
  }

  @Test
  void severalSnapshotsStandBesideEachOther() throws StoreException {
    try (Store.Snapshot first = store().snapshot(path("d"), "label")) {
      write("d/e/f", "new");
      try (Store.Snapshot second = store().snapshot(path("d"), "other")) {
        assertThat(readText(first.path().child("e").child("f"))).isEqualTo("old");
        assertThat(readText(second.path().child("e").child("f"))).isEqualTo("new");
      }
    }
  }

  @Test
  void whereASnapshotWillBeIsReportedBefore() throws StoreException {
    StorePath reported = store().snapshotPath(path("d"), "label");
    refused(() -> store().stat(reported, true), Kind.NOT_FOUND);
    try (Store.Snapshot snapshot = store().snapshot(path("d"), "label")) {
      assertThat(snapshot.path()).isEqualTo(reported);
    }
    store().snapshot(path("d"), "label");
    store().delete(reported);
    refused(() -> store().stat(reported, true), Kind.NOT_FOUND);
    assertThat(readText(path("d/e/f"))).isEqualTo("old");
  }

  @Test
  void aLabelIsGivenOnce() throws StoreException {
    try (Store.Snapshot snapshot = store().snapshot(path("d"), "label")) {
      write("d/e/f", "new");
      refused(() -> store().snapshot(path("d"), "label"), Kind.ALREADY_EXISTS);
      assertThat(readText(snapshot.path().child("e").child("f"))).isEqualTo("old");
      try (Store.Snapshot other = store().snapshot(path("d/e"), "label")) {
        assertThat(readText(other.path().child("f"))).isEqualTo("new");
      }
    }
  }

  @Test
  void onlyDirectoriesAreFrozen() {
    refused(() -> store().snapshot(path("no"), "label"), Kind.NOT_FOUND);
    refused(() -> store().snapshot(path("d/e/f"), "label"), Kind.NOT_A_DIRECTORY);
    refused(() -> store().snapshot(path("d"), "a/b"), Kind.INVALID_NAME);
  }
}
