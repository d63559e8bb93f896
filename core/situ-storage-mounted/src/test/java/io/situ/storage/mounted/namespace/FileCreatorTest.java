// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.PathWalker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are made while others use the same names. */
final class FileCreatorTest {

  private static final byte[] NAME = "name".getBytes(StandardCharsets.UTF_8);

  @TempDir Path root;
  private int dir;

  @BeforeEach
  void open() {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    dir = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), Libc.O_PATH, 0);
  }

  @AfterEach
  void close() {
    Syscalls.close(dir);
  }

  private WriteHandle create(WriteHandle.Options options, NewFile made) throws StoreException {
    DirEntryRef place = new DirEntryRef(dir, false, NAME, 0);
    FileSystemType type = new FileSystemType("ext4");
    return FileCreator.create(StorePath.of("/name"), place, options, type, made).orElseThrow();
  }

  private static NewFile failing(Runnable before) {
    return new NewFile() {
      @Override
      public int flags() {
        return 0;
      }

      @Override
      public int opened(int fd) {
        before.run();
        return -Errno.ENOSPC;
      }
    };
  }

  private void putOther() {
    try {
      Files.writeString(root.resolve("other"), "other");
      Files.move(root.resolve("other"), root.resolve("name"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFileThatCannotBeMadeIsRemoved() {
    StoreException failure =
        catchThrowableOfType(
            StoreException.class, () -> create(WriteHandle.Options.EXCLUSIVE, failing(() -> {})));

    assertThat(failure.kind()).isEqualTo(Kind.NO_SPACE);
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void anotherFileThatGotTheNameMeanwhileStays() throws Exception {
    StoreException failure =
        catchThrowableOfType(
            StoreException.class,
            () -> create(WriteHandle.Options.EXCLUSIVE, failing(this::putOther)));

    assertThat(failure.kind()).isEqualTo(Kind.NO_SPACE);
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("other");
  }

  /** Fails where the new file is described for the first time, or each time. */
  private StoreException createUndescribed(int error, boolean always, Runnable others)
      throws Exception {
    int own =
        Syscalls.openat(dir, NativeScratchBuffers.get().first(PathWalker.DOT), Libc.O_PATH, 0);
    int[] calls = {0};
    FileCreator creator =
        new FileCreator(own, NAME, new FileSystemType("nfs4"), NewFile.PLAIN) {
          @Override
          int describe(int fd) {
            if (calls[0]++ == 0) {
              others.run();
              return error;
            }
            return always ? error : super.describe(fd);
          }
        };
    return catchThrowableOfType(
        StoreException.class,
        () -> creator.create(StorePath.of("/name"), WriteHandle.Options.EXCLUSIVE));
  }

  /** As where another host has replaced it at once. */
  @Test
  void whoseNameItIsNowIsNotKnownOfAForgottenFile() throws Exception {
    StoreException failure = createUndescribed(-Errno.ESTALE, true, this::putOther);

    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(Errno.isStale(failure)).as("it is made again").isFalse();
    assertThat(root.resolve("name")).hasContent("other");
  }

  @Test
  void aFileThatIsDescribedAtLastIsRemoved() throws Exception {
    assertThat(createUndescribed(-Errno.EIO, false, () -> {}).kind()).isEqualTo(Kind.FAILED);
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void aFileThatReplacedItIsNotRemoved() throws Exception {
    assertThat(createUndescribed(-Errno.EIO, false, this::putOther).kind()).isEqualTo(Kind.FAILED);
    assertThat(root.resolve("name")).hasContent("other");
  }

  @Test
  void anAbortLeavesAnotherFileThatGotTheName() throws Exception {
    WriteHandle handle = create(WriteHandle.Options.EXCLUSIVE, NewFile.PLAIN);
    putOther();
    handle.abort();
    assertThat(Files.readString(root.resolve("name"))).isEqualTo("other");
  }

  @Test
  void aHiddenNameThatCannotBeRemovedIsNotNeeded() throws Exception {
    String hidden = new String(TempFileName.of(NAME), StandardCharsets.US_ASCII);
    Files.createDirectory(root.resolve(hidden));
    Files.writeString(root.resolve("name"), "old");

    try (WriteHandle handle = create(WriteHandle.Options.REPLACE, NewFile.PLAIN)) {
      handle.write(ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8)));
    }

    assertThat(Files.readString(root.resolve("name"))).isEqualTo("new");
    assertThat(root.toFile().list()).containsExactlyInAnyOrder("name", hidden);
  }
}
