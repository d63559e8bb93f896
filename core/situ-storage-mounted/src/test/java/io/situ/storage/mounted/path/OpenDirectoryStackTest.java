// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.OpenDescriptors;
import io.situ.storage.util.StoreFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recursive listings of deep trees, and of trees that others change. */
final class OpenDirectoryStackTest {

  private static final int DEPTH = 200;

  @TempDir Path root;

  private Store open(boolean oldCalls) throws Exception {
    return MountedStoreTest.open(root, oldCalls);
  }

  /** Each level has three directories, so that the walk comes back to every one on the way. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDeepTreeIsListedWithFewDescriptors(boolean oldCalls) throws Exception {
    Path deep = root;
    for (int i = 0; i < DEPTH; i++) {
      Files.createDirectories(deep.resolve("a/b"));
      Files.createDirectories(deep.resolve("z/y/x"));
      deep = Files.createDirectory(deep.resolve("m"));
    }
    long most = 0;
    List<String> paths = new ArrayList<>();
    try (Store store = open(oldCalls);
        Listing listing = store.list(StorePath.ROOT, Listing.Options.RECURSIVE)) {
      for (StoreObject each; (each = listing.next()) != null; ) {
        paths.add(each.path().toString());
        most = Math.max(most, paths.size() % 50 == 0 ? OpenDescriptors.below(root) : 0);
      }
    }
    assertThat(paths).hasSize(6 * DEPTH).doesNotHaveDuplicates();
    try (Stream<Path> expected = Files.walk(root)) {
      assertThat(
              expected.filter(path -> !path.equals(root)).map(path -> "/" + root.relativize(path)))
          .containsExactlyInAnyOrderElementsOf(paths);
    }
    assertThat(most).isBetween(1L, 40L);
    assertThat(OpenDescriptors.below(root)).isZero();
  }

  /** A directory on the way is exchanged after it was named, and one above what is to come. */
  @ParameterizedTest
  @CsvSource({"a,a", "a/b,a/b", "a/b,a"})
  void aDirectoryThatWasExchangedIsNotFollowed(String named, String exchanged) throws Exception {
    Files.createDirectories(root.resolve("top/a/b/c"));
    Files.createDirectories(root.resolve("other/b/secret"));
    Files.createDirectories(root.resolve("other/secret"));
    List<String> paths = new ArrayList<>();
    try (Store store = open(false);
        Listing listing = store.list(StorePath.of("/top"), Listing.Options.RECURSIVE)) {
      for (StoreObject each; (each = listing.next()) != null; ) {
        paths.add(each.path().toString());
        if (each.path().toString().equals("/top/" + named)) {
          Path place = root.resolve("top").resolve(exchanged);
          Files.move(place, root.resolve("aside"));
          Files.createSymbolicLink(place, root.resolve("other"));
        }
      }
    }
    assertThat(paths).contains("/top/" + named).noneMatch(path -> path.contains("secret"));
  }

  /** A walk opens each directory by its name in the one that it listed before. */
  @Test
  void aWalkSeesADeepTreeAndHoldsFewDescriptors() throws Exception {
    Path deep = root;
    for (int i = 0; i < DEPTH; i++) {
      deep = Files.createDirectories(deep.resolve("m"));
      Files.createDirectory(deep.resolve("z"));
    }
    List<StoreException> errors = new ArrayList<>();
    long count = 0;
    long most = 0;
    try (Store store = open(false);
        Listing listing = StoreFiles.walk(store, StorePath.ROOT, false, errors::add)) {
      while (listing.next() != null) {
        count++;
        most = Math.max(most, count % 50 == 0 ? OpenDescriptors.below(root) : 0);
      }
      assertThat(OpenDescriptors.below(root)).as("the root of the store").isEqualTo(1);
    }
    assertThat(count).isEqualTo(2 * DEPTH);
    assertThat(errors).isEmpty();
    assertThat(most).isBetween(1L, 70L);
  }

  /** As it was when it was listed, and not what took its place; a link is refused. */
  @Test
  void aWalkHoldsTheDirectoryThatItListed() throws Exception {
    Files.createDirectories(root.resolve("top/a/b/c"));
    Files.createDirectories(root.resolve("other/b/secret"));
    List<StoreException> errors = new ArrayList<>();
    List<String> paths = new ArrayList<>();
    try (Store store = open(false);
        Listing listing = StoreFiles.walk(store, StorePath.of("/top"), false, errors::add)) {
      for (StoreObject each; (each = listing.next()) != null; ) {
        paths.add(each.path().toString());
        if (each.path().name().equals("b")) {
          Files.move(root.resolve("top/a"), root.resolve("aside"));
          Files.createSymbolicLink(root.resolve("top/a"), root.resolve("other"));
        } else if (each.path().name().equals("c")) {
          Files.delete(root.resolve("aside/b/c"));
          Files.createSymbolicLink(root.resolve("aside/b/c"), root.resolve("other"));
        }
      }
    }
    assertThat(paths).containsExactly("/top/a", "/top/a/b", "/top/a/b/c");
    assertThat(errors)
        .singleElement()
        .satisfies(e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.CHANGED));
  }

  @Test
  void whereTheWayHasUsedUpTheLinksThatIsReported() throws Exception {
    Path here = root;
    for (int i = 0; i < 45; i++) {
      Path real = Files.createDirectory(root.resolve("real" + i));
      Files.createSymbolicLink(here.resolve("l"), real);
      here = real;
    }
    Listing.Options follow = Listing.Options.FLAT.withFollowLinks();
    StorePath path = StorePath.ROOT;
    try (Store store = open(false)) {
      for (int i = 0; i < 40; i++) {
        path = path.child("l");
      }
      try (Listing listing = store.list(path, follow)) {
        MountedStoreTest.refused(StoreException.Kind.LINK_LOOP, listing::next);
      }
    }
  }
}
