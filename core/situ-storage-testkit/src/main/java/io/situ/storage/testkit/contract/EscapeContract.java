// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing leaves the root. A store whose root is the host's has no outside and is not asked. */
abstract class EscapeContract extends ContractTopic {

  /** For how long names are exchanged on a store where 500 times take longer. */
  private static final Duration SWAPPING = Duration.ofSeconds(5);

  private String climb;

  @BeforeEach
  final void needLinksAndAnOutside() {
    need(Capability.SYMLINKS);
    assumeFalse(
        store().info().hostPath().filter(StorePath::isRoot).isPresent(),
        "the store's root is the host's root");
    long depth = directory().toString().chars().filter(c -> c == '/').count();
    climb = "../".repeat((int) depth);
  }

  private void refusedOutside(ThrowingCallable call) {
    refused(call, Kind.OUTSIDE_ROOT);
  }

  private void nothingPasses(StorePath link) {
    StorePath through = link.child("situ-escaped");
    refusedOutside(() -> store().stat(link, true));
    refusedOutside(() -> store().list(link, Listing.Options.FLAT));
    refusedOutside(() -> store().open(link, ReadHandle.Options.DEFAULT));
    refusedOutside(() -> store().stat(through, false));
    refusedOutside(() -> store().create(through, WriteHandle.Options.EXCLUSIVE).close());
    refusedOutside(() -> store().create(link, WriteHandle.Options.REPLACE).close());
    refusedOutside(() -> store().mkdir(through, 0755));
    refusedOutside(() -> store().delete(through));
    refusedOutside(() -> store().rename(through, path("x"), Store.RenameMode.REPLACE));
    refusedOutside(() -> store().rename(path("inside"), through, Store.RenameMode.REPLACE));
    refusedOutside(() -> store().createSymlink(through, "x"));
    refusedOutside(() -> store().space(link));
    if (can(Capability.TIMES)) {
      refusedOutside(() -> store().setAttributes(link, Attributes.Change.NONE.withModified(0)));
    }
    if (can(Capability.APPEND)) {
      refusedOutside(() -> store().append(link).close());
    }
    if (can(Capability.TRUNCATE)) {
      refusedOutside(() -> store().truncate(link, 0));
    }
    if (can(Capability.XATTRS)) {
      refusedOutside(() -> store().xattrs(link));
      refusedOutside(() -> store().removeXattr(link, "user.a"));
    }
    if (can(Capability.HARD_LINKS)) {
      refusedOutside(() -> store().createHardLink(path("x"), through));
    }
  }

  @Test
  void noLinkLeadsAboveTheRoot() throws StoreException {
    write("inside", "x");
    nothingPasses(symlink("just-above", climb + ".."));
    nothingPasses(symlink("far-above", climb + "../../../../../../../../../.."));
    nothingPasses(symlink("out-and-in", climb + "../tmp"));
  }

  @Test
  void noAbsoluteLinkLeadsOutside() throws StoreException {
    write("inside", "x");
    nothingPasses(symlink("root", "/"));
    nothingPasses(symlink("file", "/etc/passwd"));
    if (isPathOfHost()) {
      nothingPasses(symlink("sibling", store().info().root() + "-sibling"));
    }
  }

  private boolean isPathOfHost() {
    return store().info().hostPath().isPresent();
  }

  @Test
  void noChainOfLinksLeadsOutside() throws StoreException {
    write("inside", "x");
    mkdir("d");
    symlink("d/up", "../" + climb + "..");
    symlink("a", "d");
    nothingPasses(symlink("chain", "a/up"));
  }

  @Test
  void linksOutsideAreListedAsLinks() throws StoreException {
    symlink("above", climb + "..");
    symlink("absolute", "/etc/passwd");
    for (Listing.Options options :
        List.of(Listing.Options.RECURSIVE, Listing.Options.RECURSIVE.withFollowLinks())) {
      for (StoreObject object : list(directory(), options).values()) {
        assertThat(object.kind()).isEqualTo(StoreObject.Kind.SYMLINK);
      }
    }
  }

  @Test
  void linksOutsideCanBeTakenAway() throws StoreException {
    StorePath link = symlink("link", "/etc/passwd");
    store().rename(link, path("other"), Store.RenameMode.REPLACE);
    assertThat(store().delete(path("other"))).isTrue();
    assertThat(list(directory(), Listing.Options.FLAT)).isEmpty();
  }

  @Test
  void anAbsoluteLinkBelowTheRootLeadsThereOrNowhere() throws StoreException {
    assumeTrue(isPathOfHost(), "no link can name a place in this store by a path of the host");
    StorePath file = write("f", "content");
    StorePath link = symlink("link", store().info().root() + file);
    try {
      assertThat(readText(link)).isEqualTo("content");
    } catch (StoreException e) {
      assertThat(e.kind()).isEqualTo(Kind.OUTSIDE_ROOT);
    }
  }

  @Test
  void aLinkUpToTheRootStaysInside() throws StoreException {
    StorePath link = symlink("link", climb + ".");
    assertThat(store().stat(link, true).isDirectory()).isTrue();
    assertThat(list(link, Listing.Options.FLAT).keySet())
        .hasSameSizeAs(list(StorePath.ROOT, Listing.Options.FLAT).keySet());
  }

  @Test
  void aLinkSwappedInMeanwhileIsNotFollowedOutOfTheRoot(@TempDir Path outside) throws Exception {
    Files.writeString(outside.resolve("f"), "outside");
    mkdir("d");
    write("d/f", "inside");
    symlink("link", outside.toRealPath().toString());
    AtomicBoolean done = new AtomicBoolean();
    Callable<?> swapper =
        () -> {
          try {
            long end = System.nanoTime() + SWAPPING.toNanos();
            for (int i = 0; i < 20 || i < 500 && System.nanoTime() < end; i++) {
              swap("d", "aside", "link");
              swap("d", "link", "aside");
            }
          } finally {
            done.set(true);
          }
          return true;
        };
    Callable<?> user =
        () -> {
          while (!done.get()) {
            useWhileSwapped();
          }
          return true;
        };
    assertThat(Race.run(List.of(swapper, user, user))).containsOnly(true);
    assertThat(outside.toFile().list()).containsExactly("f");
    assertThat(outside.resolve("f")).hasContent("outside");
  }

  /** Puts what is at {@code place} to {@code away}, and {@code next} in its place. */
  private void swap(String place, String away, String next) throws StoreException {
    store().rename(path(place), path(away), Store.RenameMode.REPLACE);
    store().rename(path(next), path(place), Store.RenameMode.REPLACE);
  }

  /** Each call may fail, for what it works on comes and goes; none may get out. */
  private void useWhileSwapped() {
    List<ThrowingCallable> calls =
        List.of(
            () -> assertThat(readText(path("d/f"))).isEqualTo("inside"),
            () -> store().mkdir(path("d/made"), 0755),
            () -> store().create(path("d/new"), WriteHandle.Options.EXCLUSIVE).close(),
            () -> store().rename(path("d/new"), path("d/renamed"), Store.RenameMode.REPLACE),
            () -> store().delete(path("d/renamed")),
            () -> store().delete(path("d/made")),
            () -> list(path("d"), Listing.Options.RECURSIVE));
    for (ThrowingCallable call : calls) {
      Throwable failure = catchThrowable(call);
      assertThat(failure == null || failure instanceof StoreException).as("%s", failure).isTrue();
    }
  }
}
