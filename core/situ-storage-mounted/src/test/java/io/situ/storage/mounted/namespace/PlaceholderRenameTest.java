// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static io.situ.storage.mounted.MountedStoreTest.path;
import static io.situ.storage.mounted.MountedStoreTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.WriteHandle;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.PlaceholderRenameContractTest;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirEntryRef;
import io.situ.storage.mounted.path.StatxReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left where a claimed rename does not come about, and what it races with. */
final class PlaceholderRenameTest {

  @TempDir Path root;
  private Store store;

  @BeforeEach
  void open() throws Exception {
    store = MountedStoreTest.open(root, PlaceholderRenameContractTest.QUIRKS);
  }

  @AfterEach
  void close() throws Exception {
    store.close();
  }

  @Test
  void aClaimThatIsNotUsedIsTakenAway() throws Exception {
    store.mkdir(path("/d"), 0755);
    refused(
        Kind.INVALID_ARGUMENT,
        () -> store.rename(path("/d"), path("/d/below"), RenameMode.NO_REPLACE));
    assertThat(root.resolve("d")).isEmptyDirectory();
    refused(Kind.NOT_FOUND, () -> store.rename(path("/no"), path("/x"), RenameMode.NO_REPLACE));
    assertThat(root.resolve("x")).doesNotExist();
  }

  /** Renames as OrangeFS does, where a link and a file do not replace each other. */
  private static int ofLikeKind(DirEntryRef from, DirEntryRef to) {
    from.stat(0);
    int type = StatxReader.type(NativeScratchBuffers.get());
    boolean other = to.stat(0) == 0 && StatxReader.type(NativeScratchBuffers.get()) != type;
    return other
        ? -Errno.EINVAL
        : Syscalls.renameat(from.dir(), from.first(), to.dir(), to.second());
  }

  @Test
  void aLinkIsClaimedByALink() throws Exception {
    Files.createSymbolicLink(root.resolve("l"), Path.of("target"));
    Files.createFile(root.resolve("f"));
    int dir = directory();
    try (DirEntryRef link = place(dir, "l");
        DirEntryRef file = place(dir, "f");
        DirEntryRef free = place(dir, "free")) {
      assertThat(PlaceholderRename.rename(link, free, PlaceholderRenameTest::ofLikeKind)).isZero();
      assertThat(Files.readSymbolicLink(root.resolve("free"))).isEqualTo(Path.of("target"));
      assertThat(PlaceholderRename.rename(file, free, PlaceholderRenameTest::ofLikeKind))
          .isEqualTo(-Errno.EEXIST);
      assertThat(PlaceholderRename.rename(free, link, (from, to) -> -Errno.EIO))
          .isEqualTo(-Errno.EIO);
      assertThat(root.resolve("l")).doesNotExist();
      assertThat(Files.isSymbolicLink(root.resolve("l"))).isFalse();
    } finally {
      Syscalls.close(dir);
    }
  }

  @Test
  void theReasonIsSaidWhereAClaimIsGone() throws Exception {
    Files.writeString(root.resolve("f"), "content");
    int dir = directory();
    try (DirEntryRef file = place(dir, "f");
        DirEntryRef free = place(dir, "free")) {
      assertThat(
              PlaceholderRename.rename(
                  file, free, (from, to) -> HardLinks.unlink(to) < 0 ? 0 : -Errno.EIO))
          .isEqualTo(-Errno.EIO);
      assertThat(root.toFile().list()).containsExactly("f");
    } finally {
      Syscalls.close(dir);
    }
  }

  private int directory() {
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    return Syscalls.openat(
        Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), Libc.O_PATH | Libc.O_DIRECTORY, 0);
  }

  private static DirEntryRef place(int dir, String name) {
    return new DirEntryRef(dir, false, name.getBytes(StandardCharsets.UTF_8), 0);
  }

  @Test
  void whatADeadProcessClaimedStaysRefused() throws Exception {
    MountedStoreTest.write(store, "/a", "content");
    Files.createFile(root.resolve("b"));
    Files.createDirectories(root.resolve("d"));
    Files.createDirectories(root.resolve("e"));
    refused(Kind.ALREADY_EXISTS, () -> store.rename(path("/a"), path("/b"), RenameMode.NO_REPLACE));
    refused(Kind.ALREADY_EXISTS, () -> store.rename(path("/d"), path("/e"), RenameMode.NO_REPLACE));
    assertThat(MountedStoreTest.read(store, "/a")).isEqualTo("content");
  }

  @Test
  void renamesAndCreationsOfOneNameHaveOneWinner() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 200; round++) {
        String target = "/t" + round;
        MountedStoreTest.write(store, "/s" + round, "renamed");
        String source = "/s" + round;
        Future<Boolean> renamed =
            threads.submit(
                won(() -> store.rename(path(source), path(target), RenameMode.NO_REPLACE)));
        Future<Boolean> created =
            threads.submit(
                won(() -> store.create(path(target), WriteHandle.Options.EXCLUSIVE).close()));
        assertThat(renamed.get()).isNotEqualTo(created.get());
        assertThat(MountedStoreTest.read(store, target)).isEqualTo(renamed.get() ? "renamed" : "");
        assertThat(Files.exists(root.resolve("s" + round))).isEqualTo(created.get());
      }
    } finally {
      threads.shutdown();
    }
  }

  private interface Act {
    void run() throws Exception;
  }

  private static Callable<Boolean> won(Act act) {
    return () -> {
      try {
        act.run();
        return true;
      } catch (io.situ.storage.StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.ALREADY_EXISTS);
        return false;
      }
    };
  }
}
