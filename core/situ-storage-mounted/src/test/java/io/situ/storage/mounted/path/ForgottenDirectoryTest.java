// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories whose server says that it does not know their handle. */
final class ForgottenDirectoryTest {

  @TempDir Path root;

  @Test
  void onlyOneThatIsNotThereIsGone() throws Exception {
    Files.createDirectory(root.resolve("there"));
    PathResolver resolver = resolver();
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

  private PathResolver resolver() {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    return new PathResolver(fd, path, false);
  }

  /** The kind of what is said where each call answers so for what is open. */
  private static Kind kind(PathResolver resolver, StorePath path, PathResolver.Act<Void> act) {
    try {
      resolver.on(path, true, act);
    } catch (StoreException e) {
      return e.kind();
    }
    throw new AssertionError("nothing failed");
  }

  @Test
  void aHandleThatIsLostIsAskedForAgainAndIsNoAbsence() throws Exception {
    Path file = Files.createFile(root.resolve("file"));
    StorePath path = StorePath.of("/file");
    PathResolver resolver = resolver();
    AtomicInteger calls = new AtomicInteger();
    try {
      PathResolver.Act<Void> stale =
          fd -> {
            calls.incrementAndGet();
            throw Errno.failure(-Errno.ESTALE, path);
          };
      assertThat(kind(resolver, path, stale)).isEqualTo(Kind.UNAVAILABLE);
      assertThat(calls.get()).isGreaterThan(1);
      assertThat(
              kind(
                  resolver,
                  path,
                  fd -> {
                    removed(file);
                    return stale.on(fd);
                  }))
          .isEqualTo(Kind.NOT_FOUND);
    } finally {
      resolver.close();
    }
  }

  private static void removed(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
