// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.nativelib.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads of a file that its server does not know any more. */
final class ForgottenFileTest {

  @TempDir Path root;
  private Store store;
  private StoreObject opened;

  @BeforeEach
  void open() throws IOException {
    Files.writeString(root.resolve("file"), "content");
    store = MountedStoreTest.open(root);
    opened = store.stat(path("/file"), true);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  private StoreException readFails(MountedReadHandle.Look look) throws StoreException {
    int none = Integer.MAX_VALUE;
    ReadHandle handle =
        new MountedReadHandle(opened, none, look, true) {
          @Override
          long systemRead(int fd, long target, int want, long position) {
            return -Errno.ESTALE;
          }
        };
    return catchThrowableOfType(
        StoreException.class, () -> handle.read(0, ByteBuffer.allocate(1 << 20)));
  }

  private StoreException readFails() throws StoreException {
    return readFails(() -> store.stat(path("/file"), true));
  }

  /** As after the failover of an NFS server. */
  @Test
  void aFileThatIsThereIsNotAvailable() throws Exception {
    StoreException failure = readFails();
    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("'/file'").hasMessageContaining("try again");
    assertThat(Errno.isStale(failure)).isTrue();
  }

  @Test
  void aFileThatIsGoneHasChanged() throws Exception {
    Files.delete(root.resolve("file"));
    assertThat(readFails().kind()).isEqualTo(Kind.CHANGED);
  }

  @Test
  void aFileThatWasReplacedHasChanged() throws Exception {
    Path other = Files.writeString(root.resolve("other"), "another");
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(root.resolve("file")));
    Files.move(other, root.resolve("file"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(readFails().kind()).isEqualTo(Kind.CHANGED);
  }

  @Test
  void aFileThatCannotBeLookedUpIsNotAvailable() throws Exception {
    StoreException unknown = new StoreException(Kind.UNAVAILABLE, path("/file"), "no answer");
    StoreException failure =
        readFails(
            () -> {
              throw unknown;
            });
    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasCause(unknown);
  }
}
