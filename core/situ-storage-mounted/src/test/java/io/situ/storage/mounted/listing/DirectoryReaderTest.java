// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.nativelib.UserLookup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A directory with a file and a symbolic link, of which a server refuses something. */
final class DirectoryReaderTest {

  private static final StorePath PATH = StorePath.of("/d");
  private static final int NO_FAILURE = 0;

  @TempDir Path root;

  private int entries = NO_FAILURE;
  private int stat = NO_FAILURE;
  private int readLink = NO_FAILURE;

  @BeforeEach
  void fill() throws IOException {
    Files.writeString(root.resolve("file"), "content");
    Files.createSymbolicLink(root.resolve("link"), Path.of("file"));
  }

  private final class Refused extends DirectoryReader {
    Refused(int fd) {
      super(
          PATH,
          fd,
          UserLookup.SYSTEM,
          new StatThreads(1, 50),
          (entry, cookie, directory) -> entry,
          true,
          path -> new StoreException(Kind.UNAVAILABLE, path, "is forgotten"));
    }

    @Override
    int entries(int directory, long buffer) {
      return entries == NO_FAILURE ? super.entries(directory, buffer) : entries;
    }

    @Override
    int stat(int directory, long name) {
      return stat == NO_FAILURE ? super.stat(directory, name) : stat;
    }

    @Override
    int readLink(int directory, long name) {
      return readLink == NO_FAILURE ? super.readLink(directory, name) : readLink;
    }
  }

  private List<StoreObject> list() throws StoreException {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    int flags = Libc.O_RDONLY | Libc.O_DIRECTORY;
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    List<StoreObject> objects = new ArrayList<>();
    try (DirectoryReader reader = new Refused(fd)) {
      for (StoreObject next = reader.next(); next != null; next = reader.next()) {
        objects.add(next);
      }
    }
    return objects;
  }

  private StoreException failure() {
    return catchThrowableOfType(StoreException.class, this::list);
  }

  private void assertForgotten() {
    StoreException failure = failure();
    assertThat(failure).hasMessageContaining("is forgotten");
    assertThat(failure.path()).contains(PATH);
  }

  @Test
  void allIsListed() throws StoreException {
    assertThat(list())
        .extracting(StoreObject::path)
        .containsExactlyInAnyOrder(PATH.child("file"), PATH.child("link"));
  }

  /** Else a part of the entries would be taken for all. */
  @Test
  void aServerThatForgotTheDirectoryEndsTheListing() {
    entries = -Errno.ESTALE;
    assertForgotten();
  }

  @Test
  void soItDoesWhereEntriesAreDescribed() {
    stat = -Errno.ESTALE;
    assertForgotten();
  }

  @Test
  void soItDoesWhereLinksAreRead() {
    readLink = -Errno.ESTALE;
    assertForgotten();
  }

  @ParameterizedTest
  @ValueSource(ints = {Errno.ENOENT, Errno.EINVAL})
  void aLinkThatIsGoneOrAnotherKindByNowIsLeftOut(int errno) throws StoreException {
    readLink = -errno;
    assertThat(list()).extracting(StoreObject::path).containsExactly(PATH.child("file"));
  }

  @Test
  void aLinkThatCannotBeReadEndsTheListing() {
    readLink = -Errno.EACCES;
    assertThat(failure().kind()).isEqualTo(Kind.PERMISSION_DENIED);
    assertThat(failure().path()).contains(PATH.child("link"));
  }

  @Test
  void aDirectoryThatIsRemovedHasNoEntries() throws StoreException {
    entries = -Errno.ENOENT;
    assertThat(list()).isEmpty();
  }
}
