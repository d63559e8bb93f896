// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.file;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.OpenDescriptors;
import io.situ.storage.mounted.SpecialFiles;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a file that its server does not know any more. */
final class ForgottenFileTest {

  private static final int SIZE = 1 << 20;

  @TempDir Path root;
  private final byte[] content = new byte[SIZE];
  private Store store;
  private StoreObject object;
  private MountedReadHandle opened;

  @BeforeEach
  void open() throws IOException {
    new Random(5).nextBytes(content);
    Files.write(root.resolve("file"), content);
    store = MountedStoreTest.open(root);
    opened = (MountedReadHandle) store.open(path("/file"), ReadHandle.Options.DEFAULT);
    object = opened.object();
  }

  @AfterEach
  void close() throws IOException {
    opened.close();
    store.close();
    assertThat(OpenDescriptors.below(root.toRealPath())).isZero();
  }

  /** Reads what {@code opened} opens again once so many calls were answered. */
  private final class Forgotten extends MountedReadHandle {
    private final int first;
    private final int times;
    private int error = -Errno.ESTALE;
    private int calls;

    /**
     * @param first how many calls are answered before the server forgets the file
     * @param times how many calls are refused then
     */
    Forgotten(int first, int times, Reopening reopening) throws StoreException {
      super(object, opened.openAgain(), reopening, true);
      this.first = first;
      this.times = times;
    }

    Forgotten(int first, int times) throws StoreException {
      this(first, times, opened::openAgain);
    }

    Forgotten withError(int number) {
      error = -number;
      return this;
    }

    private boolean refuses() {
      calls++;
      return calls > first && calls <= first + times;
    }

    @Override
    long systemRead(int fd, long target, int want, long position) {
      return refuses() ? error : super.systemRead(fd, target, want, position);
    }

    @Override
    int systemStat(int fd) {
      return refuses() ? error : super.systemStat(fd);
    }
  }

  private StoreException readFails(MountedReadHandle handle) throws StoreException {
    try (handle) {
      return catchThrowableOfType(
          StoreException.class, () -> handle.read(0, ByteBuffer.allocate(SIZE)));
    }
  }

  /** As after the failover of an NFS server, also within a read of several pieces. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void aFileThatIsThereIsReadOn(int first) throws Exception {
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(SIZE), ByteBuffer.allocateDirect(SIZE))) {
      try (ReadHandle handle = new Forgotten(first, 1)) {
        handle.readFully(List.of(new ReadHandle.Range(0, buffer)));
        byte[] read = new byte[SIZE];
        buffer.flip().get(read);
        assertThat(read).isEqualTo(content);
      }
    }
  }

  /** As on GlusterFS, which opens a file when it is first read. */
  @Test
  void aFileThatIsNotFoundWhenItIsReadIsOpenedAgain() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocate(SIZE);
    try (ReadHandle handle = new Forgotten(0, 1).withError(Errno.ENOENT)) {
      handle.readFully(List.of(new ReadHandle.Range(0, buffer)));
      assertThat(buffer.array()).isEqualTo(content);
    }
    try (ReadHandle handle = new Forgotten(0, 1).withError(Errno.ENOENT)) {
      assertThat(handle.isUnchanged()).isTrue();
    }
    Forgotten replaced = new Forgotten(0, 1).withError(Errno.ENOENT);
    Files.delete(root.resolve("file"));
    assertThat(readFails(replaced).kind()).isEqualTo(Kind.CHANGED);
  }

  @Test
  void whatIsOpenedAgainIsReadFromThenOn() throws Exception {
    int empty =
        Syscalls.openat(
            Libc.AT_FDCWD,
            NativeScratchBuffers.get().first("/dev/null".getBytes(StandardCharsets.US_ASCII)),
            Libc.O_RDONLY,
            0);
    int[] calls = {0};
    try (ReadHandle handle =
        new MountedReadHandle(object, empty, opened::openAgain, true) {
          @Override
          long systemRead(int fd, long target, int want, long position) {
            return calls[0]++ == 0 ? -Errno.ESTALE : super.systemRead(fd, target, want, position);
          }
        }) {
      for (int i = 0; i < 2; i++) {
        assertThat(handle.read(0, ByteBuffer.allocateDirect(SIZE))).isEqualTo(SIZE);
      }
    }
    assertThat(calls[0]).isEqualTo(3);
  }

  @Test
  void aFileThatIsForgottenAgainAtOnceIsNotAvailable() throws Exception {
    StoreException failure = readFails(new Forgotten(0, 99));
    assertThat(failure.kind()).isEqualTo(Kind.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("'/file'").hasMessageContaining("try again");
    assertThat(Errno.isStale(failure)).isTrue();
  }

  @Test
  void aFileThatIsThereIsUnchanged() throws Exception {
    try (ReadHandle handle = new Forgotten(0, 1)) {
      assertThat(handle.isUnchanged()).isTrue();
    }
    try (ReadHandle handle = new Forgotten(0, 1)) {
      Files.delete(root.resolve("file"));
      assertThat(handle.isUnchanged()).isFalse();
    }
  }

  @Test
  void aFileThatIsGoneHasChanged() throws Exception {
    Forgotten handle = new Forgotten(0, 1);
    Files.delete(root.resolve("file"));
    assertThat(readFails(handle).kind()).isEqualTo(Kind.CHANGED);
  }

  @Test
  void aFileThatWasReplacedHasChanged() throws Exception {
    Forgotten handle = new Forgotten(0, 1);
    Path other = Files.write(root.resolve("other"), content);
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(root.resolve("file")));
    Files.move(other, root.resolve("file"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(readFails(handle).kind()).isEqualTo(Kind.CHANGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mkdir", "mkfifo"})
  void aFileWhosePlaceSomethingElseTookHasChanged(String program) throws Exception {
    try (Forgotten read = new Forgotten(0, 1);
        Forgotten looked = new Forgotten(0, 1)) {
      Files.delete(root.resolve("file"));
      assumeTrue(SpecialFiles.run(program, root.resolve("file").toString()));
      assertThat(readFails(read).kind()).isEqualTo(Kind.CHANGED);
      assertThat(looked.isUnchanged()).isFalse();
    }
    ReadHandle.Options seen = ReadHandle.Options.DEFAULT.withExpected(object.version());
    refused(Kind.CHANGED, () -> store.open(path("/file"), seen));
  }

  /** A link that leads to the same file is another path to it all the same. */
  @Test
  void noLinkIsFollowedWhereNoneWasToBe() throws Exception {
    ReadHandle.Options options = ReadHandle.Options.DEFAULT.withoutLinksBelow(StorePath.ROOT);
    try (MountedReadHandle handle = (MountedReadHandle) store.open(path("/file"), options)) {
      Syscalls.close(handle.openAgain());
      Files.move(root.resolve("file"), root.resolve("moved"));
      Files.createSymbolicLink(root.resolve("file"), Path.of("moved"));
      refused(Kind.CHANGED, handle::openAgain);
    }
    Syscalls.close(opened.openAgain());
  }

  @Test
  void aFileThatCannotBeOpenedAgainSaysWhy() throws Exception {
    for (Kind kind : List.of(Kind.UNAVAILABLE, Kind.PERMISSION_DENIED)) {
      StoreException unknown = new StoreException(kind, path("/file"), "no answer");
      StoreException failure =
          readFails(
              new Forgotten(
                  0,
                  1,
                  () -> {
                    throw unknown;
                  }));
      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(failure).hasCause(unknown).hasMessageEndingWith("opened again: no answer");
    }
  }
}
