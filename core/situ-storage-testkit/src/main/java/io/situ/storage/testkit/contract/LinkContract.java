// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class LinkContract extends ContractTopic {

  @Test
  void aLinkIsDescribedItself() throws StoreException {
    need(Capability.SYMLINKS);
    String target = "some where/ü";
    StoreObject object = store().stat(symlink("link", target), false);
    assertThat(object.kind()).isEqualTo(StoreObject.Kind.SYMLINK);
    assertThat(object.linkTarget()).contains(target);
    assertThat(object.size()).isEqualTo(target.getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void aTargetIsKeptAsItIs() throws StoreException {
    need(Capability.SYMLINKS);
    String[] targets = {"/", "..", ".", "a//b/", "/no/such", "../../x", "x\ny", "x".repeat(255)};
    for (int i = 0; i < targets.length; i++) {
      StoreObject object = store().stat(symlink("link" + i, targets[i]), false);
      assertThat(object.linkTarget()).contains(targets[i]);
    }
  }

  @Test
  void aLongTargetIsKeptAsItIsOrRefused() throws StoreException {
    need(Capability.SYMLINKS);
    String target = "x".repeat(1000);
    try {
      assertThat(store().stat(symlink("long", target), false).linkTarget()).contains(target);
    } catch (StoreException e) {
      assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT);
      assertThat(e).hasMessageContaining("1000 bytes");
    }
  }

  @Test
  void aLinkIsFollowed() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    write("d/f", "content");
    symlink("to-d", "d");
    symlink("to-f", "to-d/f");
    symlink("d/up", "../to-f");
    assertThat(store().stat(path("to-d"), true).isDirectory()).isTrue();
    assertThat(store().stat(path("to-f"), true).isFile()).isTrue();
    assertThat(store().stat(path("to-f"), true).path()).isEqualTo(path("to-f"));
    assertThat(readText(path("to-f"))).isEqualTo("content");
    assertThat(readText(path("to-d/f"))).isEqualTo("content");
    assertThat(readText(path("to-d/up"))).isEqualTo("content");
    write("to-d/g", "new");
    assertThat(readText(path("d/g"))).isEqualTo("new");
  }

  @Test
  void aLinkThatLeadsNowhereIsNotFound() throws StoreException {
    need(Capability.SYMLINKS);
    StorePath link = symlink("link", "missing");
    refused(link, () -> store().stat(link, true), Kind.NOT_FOUND);
    refused(link, () -> store().open(link, ReadHandle.Options.DEFAULT), Kind.NOT_FOUND);
    assertThat(store().stat(link, false).kind()).isEqualTo(StoreObject.Kind.SYMLINK);
  }

  @Test
  void aCircleIsALoop() throws StoreException {
    need(Capability.SYMLINKS);
    symlink("a", "b");
    symlink("b", "a");
    refused(path("a"), () -> store().stat(path("a"), true), Kind.LINK_LOOP);
    refused(path("a/x"), () -> store().stat(path("a/x"), false), Kind.LINK_LOOP);
    refused(path("b"), () -> store().open(path("b"), ReadHandle.Options.DEFAULT), Kind.LINK_LOOP);
  }

  /** What a listing named is not looked for behind a link that took its place. */
  @Test
  void noLinkIsFollowedBelowTheDirectoryThatWasListed() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("top");
    mkdir("top/d");
    mkdir("top/d/e");
    write("top/d/e/f", "content");
    symlink("top/link", "d");
    symlink("top/d/e/last", "f");
    for (String behind : new String[] {"top/link/e/f", "top/d/e/last"}) {
      refused(path(behind), () -> open(behind), Kind.CHANGED);
    }
    for (String behind : new String[] {"top/link", "top/link/e"}) {
      refused(path(behind), () -> list(path(behind), belowTop("top")), Kind.CHANGED);
    }
    StorePath top = path("top");
    refused(path("top/link/e"), () -> store().statBelow(top, path("top/link/e")), Kind.CHANGED);
    StoreObject link = store().statBelow(top, path("top/link"));
    assertThat(link.linkTarget()).contains("d");
    assertThat(list(path("top/d/e"), belowTop("top")))
        .containsOnlyKeys(path("top/d/e/f"), path("top/d/e/last"));
    assertThat(store().statBelow(top, path("top/d/e/f")).size()).isEqualTo(7);
    assertThat(open("top/d/e/f")).isEqualTo(7);
    refused(path("top/link/e"), () -> store().statWay(top, path("top/link/e")), Kind.CHANGED);
    assertThat(store().statWay(top, path("top/link")))
        .extracting(StoreObject::path, StoreObject::linkTarget)
        .containsExactly(tuple(link.path(), link.linkTarget()));
  }

  @Test
  void theWayToAnObjectIsItsDirectories() throws StoreException {
    StorePath top = mkdir("top");
    mkdir("top/d");
    mkdir("top/d/e");
    StorePath file = write("top/d/e/f", "content");
    List<StoreObject> way = store().statWay(top, file);
    assertThat(way)
        .extracting(StoreObject::path, StoreObject::version)
        .containsExactly(
            tuple(path("top/d"), store().stat(path("top/d"), false).version()),
            tuple(path("top/d/e"), store().stat(path("top/d/e"), false).version()),
            tuple(file, store().stat(file, false).version()));
    assertThat(store().statWay(StorePath.ROOT, file))
        .extracting(StoreObject::path)
        .endsWith(path("top/d/e"), file);
    assertThat(store().statWay(file, file)).isEmpty();
    refused(path("top/no"), () -> store().statWay(top, path("top/no")), Kind.NOT_FOUND);
    StorePath below = path("top/d/e/f/x");
    refused(below, () -> store().statWay(top, below), Kind.NOT_A_DIRECTORY);
  }

  private Listing.Options belowTop(String top) {
    return Listing.Options.FLAT.withoutLinksBelow(path(top));
  }

  @Test
  void aLinkThatLeadsToItselfIsListedAsALinkAlsoThroughALink() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("d");
    symlink("d/self", "self/below");
    symlink("to-d", "d");
    for (String directory : new String[] {"d", "to-d"}) {
      try (Listing listing =
          store().list(path(directory), Listing.Options.FLAT.withFollowLinks())) {
        assertThat(listing.next().kind()).isEqualTo(StoreObject.Kind.SYMLINK);
        assertThat(listing.next()).isNull();
      }
    }
  }

  /** Opens a file without following links below {@code top}; its size. */
  private long open(String relative) throws StoreException {
    ReadHandle.Options how = ReadHandle.Options.DEFAULT.withoutLinksBelow(path("top"));
    try (ReadHandle handle = store().open(path(relative), how)) {
      return handle.object().size();
    }
  }

  @Test
  void theDirectoryThatWasNamedIsFollowed() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("real");
    write("real/f", "content");
    symlink("named", "real");
    StorePath file = path("named/f");
    assertThat(list(path("named"), belowTop("named"))).containsOnlyKeys(file);
    assertThat(store().statBelow(path("named"), file).path()).isEqualTo(file);
    ReadHandle.Options how = ReadHandle.Options.DEFAULT.withoutLinksBelow(path("named"));
    try (ReadHandle handle = store().open(file, how)) {
      assertThat(handle.object().path()).isEqualTo(file);
    }
    refused(file, () -> store().open(file, how.withoutLinksBelow(directory())), Kind.CHANGED);
  }

  @Test
  void whatLiesElsewhereIsNotBelowTheDirectoryThatWasListed() throws StoreException {
    need(Capability.SYMLINKS);
    StorePath file = write("f", "content");
    StorePath top = mkdir("top");
    ReadHandle.Options how = ReadHandle.Options.DEFAULT.withoutLinksBelow(top);
    refused(file, () -> store().open(file, how), Kind.INVALID_ARGUMENT);
    refused(file, () -> store().statBelow(top, file), Kind.INVALID_ARGUMENT);
    refused(() -> store().list(directory(), belowTop("top")), Kind.INVALID_ARGUMENT);
    refused(path("top/no"), () -> store().statBelow(top, path("top/no")), Kind.NOT_FOUND);
    StorePath below = path("top/f/x");
    write("top/f", "content");
    refused(below, () -> store().statBelow(top, below), Kind.NOT_A_DIRECTORY);
  }

  /** Who follows links from one directory to the next comes to an end. */
  @Test
  void aDirectoryThatLinksLeadBackToIsListedAtMostTwice() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("in");
    symlink("in/l0", ".");
    symlink("in/l1", ".");
    Listing.Options follow = Listing.Options.FLAT.withFollowLinks();
    assertThat(list(path("in"), follow).values()).allMatch(StoreObject::isDirectory).hasSize(2);
    assertThat(list(path("in/l0"), follow)).hasSize(2);
    StorePath circle = path("in/l0/l1");
    refused(circle, () -> store().list(circle, follow), Kind.LINK_LOOP);
    refused(circle, () -> store().list(circle, follow.withoutLinksBelow(circle)), Kind.LINK_LOOP);
    assertThat(store().stat(circle, true).isDirectory()).isTrue();
  }

  @Test
  void twoDirectoriesThatLeadToEachOtherAreACircle() throws StoreException {
    need(Capability.SYMLINKS);
    mkdir("a");
    mkdir("b");
    mkdir("b/c");
    symlink("a/to-b", "../b");
    symlink("b/c/to-a", "../../a");
    Listing.Options follow = Listing.Options.FLAT.withFollowLinks();
    assertThat(list(path("a/to-b/c/to-a/to-b/c"), follow)).hasSize(1);
    StorePath circle = path("a/to-b/c/to-a/to-b/c/to-a");
    refused(circle, () -> store().list(circle, follow), Kind.LINK_LOOP);
  }

  @Test
  void aLinkIsMadeExclusively() throws StoreException {
    need(Capability.SYMLINKS);
    write("f", "stays");
    refused(path("f"), () -> symlink("f", "x"), Kind.ALREADY_EXISTS);
    refused(path("no/l"), () -> symlink("no/l", "x"), Kind.NOT_FOUND);
    assertThat(readText(path("f"))).isEqualTo("stays");
    symlink("l", "x");
    refused(path("l"), () -> symlink("l", "y"), Kind.ALREADY_EXISTS);
    assertThat(store().stat(path("l"), false).linkTarget()).contains("x");
  }

  @Test
  void aHardLinkIsASecondName() throws StoreException {
    need(Capability.HARD_LINKS);
    StorePath file = write("f", "content");
    store().createHardLink(path("g"), file);
    assertThat(readText(path("g"))).isEqualTo("content");
    assertThat(store().stat(path("g"), false).version().identity())
        .isEqualTo(store().stat(file, false).version().identity());
    assertThat(store().delete(file)).isTrue();
    assertThat(readText(path("g"))).isEqualTo("content");
  }

  @Test
  void aHardLinkNeedsAFileAndAFreePlace() throws StoreException {
    need(Capability.HARD_LINKS);
    StorePath file = write("f", "content");
    StorePath directory = mkdir("d");
    StorePath missing = path("no");
    refused(() -> store().createHardLink(path("g"), missing), Kind.NOT_FOUND);
    refused(() -> store().createHardLink(path("g"), directory), Kind.IS_A_DIRECTORY);
    refused(() -> store().createHardLink(path("d"), file), Kind.ALREADY_EXISTS);
    refused(() -> store().createHardLink(path("no/g"), file), Kind.NOT_FOUND);
    assertThat(exists(path("g"))).isFalse();
  }
}
