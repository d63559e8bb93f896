// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.PathResolver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory with the file {@code from}, for renames by {@link NamespaceOperations}. */
abstract class ResolverFixture {

  @TempDir Path root;
  PathResolver resolver;

  @BeforeEach
  void open() throws IOException {
    byte[] path = root.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    resolver = new PathResolver(fd, path, true);
    Files.writeString(root.resolve("from"), "content");
  }

  @AfterEach
  void close() {
    resolver.close();
  }
}
