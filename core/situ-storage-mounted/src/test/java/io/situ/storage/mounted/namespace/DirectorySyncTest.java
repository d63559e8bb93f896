// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.nativelib.Errno;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectorySyncTest {

  @TempDir Path root;

  @Test
  void aFileSystemThatCannotSyncDirectoriesHasNothingToDo() {
    assertThat(DirectorySync.isUnsupported(-Errno.EINVAL)).isTrue();
    assertThat(DirectorySync.isUnsupported(-Errno.ENOSYS)).isTrue();
    assertThat(DirectorySync.isUnsupported(-Errno.EOPNOTSUPP)).isTrue();
    assertThat(DirectorySync.isUnsupported(-Errno.EIO)).isFalse();
    assertThat(DirectorySync.isUnsupported(0)).isFalse();
  }

  @Test
  void theNewNameIsSyncedOnce() throws Exception {
    try (Store store = MountedStoreTest.open(root);
        WriteHandle handle = store.create(path("/f"), WriteHandle.Options.EXCLUSIVE)) {
      handle.write(ByteBuffer.allocate(1));
      handle.sync();
      handle.sync();
    }
    assertThat(Files.size(root.resolve("f"))).isEqualTo(1);
  }
}
