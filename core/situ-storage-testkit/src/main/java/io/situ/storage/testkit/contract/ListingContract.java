// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class ListingContract extends ContractTopic {

  private static final int MANY = 1000;

  /** With it {@link #MANY} names are more than one system call of a listing returns: 128 KiB. */
  private static final String LONG = "a-rather-long-name-".repeat(8);

  private static final int DEEP = 100;

  @Test
  void anEmptyDirectoryHasNothing() throws StoreException {
    assertThat(list(mkdir("empty"), Listing.Options.FLAT)).isEmpty();
    assertThat(list(path("empty"), Listing.Options.RECURSIVE)).isEmpty();
  }

  @Test
  void entriesAreDescribedAsStatDoes() throws StoreException {
    write("a", "12");
    write("b", "");
    mkdir("c");
    write("c/inside", "not listed");
    Map<StorePath, StoreObject> objects = list(directory(), Listing.Options.FLAT);
    assertThat(objects).containsOnlyKeys(path("a"), path("b"), path("c"));
    for (StoreObject object : objects.values()) {
      assertThat(object).isEqualTo(store().stat(object.path(), false));
      assertThat(object.extents()).isEmpty();
    }
  }

  @Test
  void theRootCanBeListed() throws StoreException {
    assertThat(list(StorePath.ROOT, Listing.Options.FLAT)).isNotEmpty();
  }

  @Test
  void everythingBelowComesDirectoriesFirst() throws StoreException {
    mkdir("d");
    mkdir("d/e");
    mkdir("d/e/f");
    mkdir("g");
    write("d/1", "x");
    write("d/e/2", "x");
    write("d/e/f/3", "x");
    write("4", "x");
    List<StorePath> order = new ArrayList<>();
    try (Listing listing = store().list(directory(), Listing.Options.RECURSIVE)) {
      for (StoreObject object; (object = listing.next()) != null; ) {
        order.add(object.path());
      }
    }
    assertThat(order)
        .containsExactlyInAnyOrder(
            path("d"),
            path("d/e"),
            path("d/e/f"),
            path("g"),
            path("d/1"),
            path("d/e/2"),
            path("d/e/f/3"),
            path("4"));
    for (StorePath path : order) {
      StorePath parent = path.parent().orElseThrow();
      assertThat(parent.equals(directory()) || order.indexOf(parent) < order.indexOf(path))
          .as("%s before %s", parent, path)
          .isTrue();
    }
  }

  @Test
  void whatIsWrongWithTheDirectoryIsReportedAtOnce() throws StoreException {
    write("file", "x");
    refused(path("no"), () -> store().list(path("no"), Listing.Options.FLAT), Kind.NOT_FOUND);
    refused(path("no"), () -> store().list(path("no"), Listing.Options.RECURSIVE), Kind.NOT_FOUND);
    refused(
        path("file"), () -> store().list(path("file"), Listing.Options.FLAT), Kind.NOT_A_DIRECTORY);
    refused(
        path("file"),
        () -> store().list(path("file"), Listing.Options.RECURSIVE),
        Kind.NOT_A_DIRECTORY);
  }

  @Test
  void aLargeDirectoryIsListedCompletely() throws StoreException {
    Set<StorePath> expected = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      expected.add(write(LONG + i, ""));
    }
    assertThat(list(directory(), Listing.Options.FLAT).keySet()).isEqualTo(expected);
    assertThat(list(directory(), Listing.Options.RECURSIVE).keySet()).isEqualTo(expected);
  }

  @Test
  void aDeepTreeIsListedCompletely() throws StoreException {
    assumeTrue(DEEP <= maxNamesBelow(), "the store's paths have fewer names");
    StringBuilder deep = new StringBuilder("d");
    for (int i = 0; i < DEEP; i++) {
      mkdir(deep.toString());
      deep.append("/d");
    }
    assertThat(list(directory(), Listing.Options.RECURSIVE)).hasSize(DEEP);
  }

  @Test
  void aListingCanBeEndedEarly() throws StoreException {
    write("a", "x");
    write("b", "x");
    Listing listing = store().list(directory(), Listing.Options.RECURSIVE);
    assertThat(listing.next()).isNotNull();
    listing.close();
    listing.close();
    assertThat(listing.next()).isNull();
  }

  @Test
  void whatStaysIsSeenOnceWhileOthersComeAndGo() throws StoreException {
    Set<StorePath> staying = new HashSet<>();
    for (int i = 0; i < MANY; i++) {
      if (i % 2 == 0) {
        staying.add(write("stays-" + i, ""));
      } else {
        write("goes-" + i, "");
      }
    }
    Set<StorePath> seen = new HashSet<>();
    try (Listing listing = store().list(directory(), Listing.Options.FLAT)) {
      int count = 0;
      for (StoreObject object; (object = listing.next()) != null; count++) {
        assertThat(seen.add(object.path())).as("%s named twice", object.path()).isTrue();
        if (count < MANY / 2) {
          store().delete(path("goes-" + (2 * count + 1)));
          write("comes-" + count, "");
        }
      }
    }
    assertThat(seen).containsAll(staying);
  }

  @Test
  void linksAreListedAsLinks() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/inside", "x");
    symlink("to-d", "d");
    symlink("nowhere", "missing");
    Map<StorePath, StoreObject> objects = list(directory(), Listing.Options.RECURSIVE);
    assertThat(objects)
        .containsOnlyKeys(path("d"), path("d/inside"), path("to-d"), path("nowhere"));
    assertThat(objects.get(path("to-d")).linkTarget()).contains("d");
    assertThat(objects.get(path("nowhere")).kind()).isEqualTo(StoreObject.Kind.SYMLINK);
  }

  @Test
  void linksAreDescribedByWhatTheyLeadToWhereAsked() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/inside", "1234");
    symlink("to-d", "d");
    symlink("to-file", "d/inside");
    symlink("nowhere", "missing");
    symlink("circle", "circle");
    Map<StorePath, StoreObject> objects =
        list(directory(), Listing.Options.RECURSIVE.withFollowLinks());
    assertThat(objects)
        .containsOnlyKeys(
            path("d"),
            path("d/inside"),
            path("to-d"),
            path("to-file"),
            path("nowhere"),
            path("circle"));
    assertThat(objects.get(path("to-d")).isDirectory()).isTrue();
    assertThat(objects.get(path("to-file")).isFile()).isTrue();
    assertThat(objects.get(path("to-file")).size()).isEqualTo(4);
    assertThat(objects.get(path("nowhere")).kind()).isEqualTo(StoreObject.Kind.SYMLINK);
    assertThat(objects.get(path("circle")).kind()).isEqualTo(StoreObject.Kind.SYMLINK);
  }

  @Test
  void aLinkedDirectoryIsListedUnderTheLink() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/inside", "x");
    symlink("link", "d");
    assertThat(list(path("link"), Listing.Options.FLAT)).containsOnlyKeys(path("link/inside"));
    assertThat(list(path("link"), Listing.Options.RECURSIVE)).containsOnlyKeys(path("link/inside"));
  }
}
