// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static io.situ.storage.mounted.MountedStoreTest.list;
import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that are deleted and made again while a walk holds them, as a job's output is. */
final class ReplacedDirectoryTest {

  @TempDir Path base;
  private Path out;

  @BeforeEach
  void makeTree() throws IOException {
    out = base.resolve("top/out");
    Files.createDirectories(out.resolve("p1"));
  }

  private void replaceOut() throws IOException {
    Files.delete(out.resolve("p1"));
    Files.delete(out);
    Files.createDirectories(out.resolve("p1"));
    Files.createFile(out.resolve("p1/new"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWalkListsWhatIsThereNow(boolean oldCalls) throws IOException {
    try (Store store = MountedStoreTest.open(base, oldCalls);
        HeldDirectories held = new HeldDirectories()) {
      Listing.Options walk = Listing.Options.FLAT.withoutLinksBelow(path("/top")).withHeld(held);
      assertThat(list(store, "/top/out", walk)).containsExactly("/top/out/p1");
      replaceOut();

      assertThat(list(store, "/top/out/p1", walk)).containsExactly("/top/out/p1/new");

      Files.move(out.resolve("p1"), out.resolve("aside"));
      refused(Kind.NOT_FOUND, () -> list(store, "/top/out/p1", walk));
      Files.createSymbolicLink(out.resolve("p1"), Path.of("aside"));
      refused(Kind.CHANGED, () -> list(store, "/top/out/p1", walk));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRecursiveListingListsWhatIsThereNow(boolean oldCalls) throws IOException {
    try (Store store = MountedStoreTest.open(base, oldCalls);
        Listing listing = store.list(path("/top"), Listing.Options.RECURSIVE)) {
      assertThat(listing.next().path()).isEqualTo(path("/top/out"));
      assertThat(listing.next().path()).isEqualTo(path("/top/out/p1"));
      replaceOut();

      assertThat(listing.next().path()).isEqualTo(path("/top/out/p1/new"));
      assertThat(listing.next()).isNull();
    }
  }
}
