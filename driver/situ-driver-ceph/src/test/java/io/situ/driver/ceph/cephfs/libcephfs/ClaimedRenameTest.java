// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.driver.ceph.cephfs.client.FakeCephFs;
import io.situ.storage.Listing;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No-replace renames of what takes no second name. */
final class ClaimedRenameTest {

  private static final StorePath OLD = StorePath.of("/d/old");
  private static final StorePath NEW = StorePath.of("/d/new");

  private final FakeCephFs files = new FakeCephFs();
  private final List<Kind> others = new ArrayList<>();
  private LibCephFsStore store;

  @BeforeEach
  void open() throws IOException {
    store = InMemoryStore.open(files);
    store.mkdir(StorePath.of("/d"), 0755);
    write(OLD, "content", WriteHandle.Options.EXCLUSIVE);
    files.setFailureOnce("link", Errno.EPERM);
  }

  @AfterEach
  void close() {
    store.close();
    assertThat(files.held()).isZero();
  }

  private void write(StorePath path, String text, WriteHandle.Options how) throws StoreException {
    StoreFiles.writeAll(store, path, ByteBuffer.wrap(text.getBytes(UTF_8)), how);
  }

  private String read(StorePath path) throws StoreException {
    return new String(StoreFiles.readAll(store, path, 1 << 20), UTF_8);
  }

  private List<StorePath> names() throws StoreException {
    List<StorePath> paths = new ArrayList<>();
    try (Listing listing = store.list(StorePath.of("/d"), Listing.Options.FLAT)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        paths.add(next.path());
      }
    }
    return paths;
  }

  private StoreException failure() {
    return catchThrowableOfType(
        StoreException.class, () -> store.rename(OLD, NEW, RenameMode.NO_REPLACE));
  }

  private void another(WriteHandle.Options how) {
    try {
      write(NEW, "other", how);
    } catch (StoreException e) {
      others.add(e.kind());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.EPERM, Errno.EMLINK})
  void aFileThatTakesNoSecondNameIsRenamed(int errno) throws StoreException {
    files.setFailureOnce("link", errno);

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(read(NEW)).isEqualTo("content");
    assertThat(names()).containsExactly(NEW);
  }

  @Test
  void anotherCallerDoesNotGetTheNameMeanwhile() throws StoreException {
    files.runBefore("rename", () -> another(WriteHandle.Options.EXCLUSIVE));

    store.rename(OLD, NEW, RenameMode.NO_REPLACE);

    assertThat(others).containsExactly(Kind.ALREADY_EXISTS);
    assertThat(read(NEW)).isEqualTo("content");
  }

  @Test
  void whatHasTheNameStays() throws StoreException {
    files.runBefore("link", () -> another(WriteHandle.Options.EXCLUSIVE));

    assertThat(failure().kind()).isEqualTo(Kind.ALREADY_EXISTS);
    assertThat(read(NEW)).isEqualTo("other");
    assertThat(read(OLD)).isEqualTo("content");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rename", "close"})
  void aClaimThatIsNotUsedIsRemoved(String call) throws StoreException {
    files.setFailureOnce(call, Errno.EACCES);

    assertThat(failure().kind()).isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(names()).containsExactly(OLD);
  }

  @Test
  void whatReplacedTheClaimStays() throws StoreException {
    files.setFailureOnce("rename", Errno.EIO);
    files.runBefore(
        "rename",
        () -> {
          try {
            store.delete(NEW);
          } catch (StoreException e) {
            throw new AssertionError(e);
          }
          another(WriteHandle.Options.EXCLUSIVE);
        });

    assertThat(failure().kind()).isEqualTo(Kind.FAILED);
    assertThat(read(NEW)).isEqualTo("other");
    assertThat(read(OLD)).isEqualTo("content");
  }

  @Test
  void aClaimThatCannotBeRemovedIsReported() {
    files.setFailureOnce("rename", Errno.EIO);
    files.setFailureOnce("unlink", Errno.EACCES);

    assertThat(failure().getSuppressed())
        .singleElement()
        .isInstanceOfSatisfying(
            StoreException.class, left -> assertThat(left.path()).contains(NEW));
  }

  @Test
  void aLinkIsNotRenamedWithoutASecondName() throws StoreException {
    store.delete(OLD);
    store.createSymlink(OLD, "target");
    files.setFailureOnce("link", Errno.EPERM);

    assertThat(failure().kind()).isEqualTo(Kind.UNSUPPORTED);
    assertThat(names()).containsExactly(OLD);
  }
}
