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
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.namespace.NewFile;
import io.situ.storage.mounted.nativelib.Errno;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Directories that are deleted and made again while they are used, as a job's output is. */
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

  /** As on NFS, where a call meets a directory that another host has replaced. */
  private static NewFile forgottenOnce(StorePath path) {
    return new NewFile() {
      private boolean met;

      @Override
      public int flags() {
        if (!met) {
          met = true;
          ReplacedDirectoryTest.<RuntimeException>fail(Errno.failure(-Errno.ESTALE, path));
        }
        return 0;
      }

      @Override
      public int opened(int fd) {
        return 0;
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <E extends Exception> void fail(Exception failure) throws E {
    throw (E) failure;
  }

  @Test
  void aFileIsMadeInADirectoryThatIsForgottenOnce() throws IOException {
    StorePath file = path("/top/out/file");
    try (MountedStore store = MountedStoreTest.open(base)) {
      store.create(file, WriteHandle.Options.EXCLUSIVE, forgottenOnce(file)).close();
      assertThat(out.resolve("file")).isEmptyFile();
    }
  }
}
