// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories whose server says that it does not know their handle. */
final class ForgottenDirectoryTest {

  @TempDir Path root;

  @Test
  void onlyOneThatIsNotThereIsGone() throws Exception {
    Files.createDirectory(root.resolve("there"));
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    PathResolver resolver = new PathResolver(fd, path, false);
    try {
      assertThat(resolver.notOpened(-Errno.ESTALE, StorePath.of("/there")).kind())
          .isEqualTo(Kind.UNAVAILABLE);
      assertThat(resolver.notOpened(-Errno.ESTALE, StorePath.of("/gone")).kind())
          .isEqualTo(Kind.NOT_FOUND);
      assertThat(resolver.notOpened(-Errno.ENOENT, StorePath.of("/there")).kind())
          .isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }
}
