// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.MountedStoreTest;
import io.situ.storage.mounted.SpecialFiles;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.Libc;
import io.situ.storage.mounted.nativelib.NativeScratchBuffers;
import io.situ.storage.mounted.nativelib.Syscalls;
import io.situ.storage.mounted.path.DirectoryHandle;
import io.situ.storage.mounted.path.MountedDirectory;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recursive deletion while others change the tree. */
final class TreeRemoverTest {

  private static final StorePath JUNK = StorePath.of("/junk");

  /** So many that their deletion takes longer than it takes to exchange their directory. */
  private static final int MANY = 6_000;

  @TempDir Path root;
  private Path precious;
  private Path sub;

  @BeforeEach
  void makeTrees() throws IOException {
    precious = Files.createDirectory(root.resolve("precious"));
    sub = Files.createDirectories(root.resolve("junk/sub"));
    for (int i = 0; i < 10; i++) {
      Files.writeString(precious.resolve("f" + i), "stays");
      Files.writeString(sub.resolve("f" + i), "goes");
    }
  }

  /** Does something before a call, counts calls, and knows how many directories are held. */
  private static class Watched implements DirectoryHandle {
    private final DirectoryHandle handle;
    private final Watch watch;

    Watched(DirectoryHandle handle, Watch watch) {
      this.handle = handle;
      this.watch = watch;
      watch.held++;
      watch.mostHeld = Math.max(watch.held, watch.mostHeld);
    }

    @Override
    public Identity identity() {
      Identity known = handle.identity();
      return watch.countsMounts ? known : new Identity(0, known.device(), known.inode());
    }

    @Override
    public DirectoryHandle child(byte[] name) throws ErrnoException {
      watch.before("child", name);
      return new Watched(handle.child(name), watch);
    }

    @Override
    public DirectoryHandle parent() throws ErrnoException {
      watch.before("parent", new byte[0]);
      return new Watched(handle.parent(), watch);
    }

    @Override
    public List<Entry> next() throws ErrnoException {
      watch.before("next", new byte[0]);
      return handle.next();
    }

    @Override
    public void unlink(byte[] name) throws ErrnoException {
      watch.before("unlink", name);
      handle.unlink(name);
    }

    @Override
    public void rmdir(byte[] name) throws ErrnoException {
      watch.before("rmdir", name);
      handle.rmdir(name);
    }

    @Override
    public void close() {
      watch.held--;
      handle.close();
    }
  }

  private interface Interference {
    void before(String call, String name) throws Exception;
  }

  private static final class Watch {
    private final Interference interference;

    /** As kernels since 5.8 do. */
    private boolean countsMounts = true;

    private int held;
    private int mostHeld;
    private int calls;

    Watch(Interference interference) {
      this.interference = interference;
    }

    void before(String call, byte[] name) {
      calls++;
      try {
        interference.before(call, new String(name, StandardCharsets.UTF_8));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  private boolean remove(Watch watch) throws Exception {
    int flags = Libc.O_PATH | Libc.O_DIRECTORY;
    byte[] path = root.toString().getBytes(StandardCharsets.UTF_8);
    int fd = Syscalls.openat(Libc.AT_FDCWD, NativeScratchBuffers.get().first(path), flags, 0);
    try (Watched base = new Watched(MountedDirectory.of(fd), watch)) {
      return TreeRemover.remove(base, JUNK, 8, any -> false);
    } finally {
      assertThat(watch.held).isZero();
    }
  }

  private void exchange() throws IOException {
    Files.move(sub, root.resolve("aside"));
    Files.createSymbolicLink(sub, precious);
  }

  private void preciousIsWhole() throws IOException {
    try (Stream<Path> files = Files.list(precious)) {
      assertThat(files).hasSize(10);
    }
  }

  private void removeWithExchangeBefore(String kind, String prefix) throws Exception {
    assertThat(remove(once(kind, prefix, this::exchange))).isTrue();
    preciousIsWhole();
    assertThat(root.resolve("junk")).doesNotExist();
  }

  private interface Action {
    void run() throws Exception;
  }

  /** Does something before the first call of that kind for a name that begins so. */
  private static Watch once(String kind, String prefix, Action action) {
    boolean[] done = {false};
    return new Watch(
        (call, name) -> {
          if (call.equals(kind) && name.startsWith(prefix) && !done[0]) {
            done[0] = true;
            action.run();
          }
        });
  }

  @Test
  void aDirectoryExchangedForALinkBeforeItIsEnteredIsNotFollowed() throws Exception {
    removeWithExchangeBefore("child", "sub");
    assertThat(root.resolve("aside/f9")).exists();
  }

  @Test
  void aDirectoryExchangedForALinkWhileItIsEmptiedIsNotFollowed() throws Exception {
    removeWithExchangeBefore("unlink", "f");
    assertThat(root.resolve("aside")).isEmptyDirectory();
  }

  private void makeDeep(int levels) throws IOException {
    Path deep = sub;
    for (int i = 0; i < levels; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
      Files.createDirectory(deep.resolve("e"));
    }
  }

  /** One that is let go on the way down and moved meanwhile is not taken for what is above. */
  @Test
  void aDirectoryThatWasMovedIsReported() throws Exception {
    makeDeep(20);
    Path other = Files.createDirectory(root.resolve("other"));
    Files.writeString(other.resolve("f"), "stays");
    Watch watch =
        once(
            "parent",
            "",
            () -> {
              Path below = sub;
              while (Files.exists(below.resolve("d/d/d/d/d/d/d/d/d"))) {
                below = below.resolve("d");
              }
              Files.move(below.resolve("d"), other.resolve("d"));
            });
    assertThatThrownBy(() -> remove(watch))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CHANGED));
    assertThat(other.resolve("f")).exists();
    preciousIsWhole();
  }

  /** Another process that deletes the same tree is no failure. */
  @Test
  void whatOthersDeleteMeanwhileIsFine() throws Exception {
    makeDeep(20);
    String deep = sub.resolve("d/d/d").toString();
    AtomicBoolean deleted = new AtomicBoolean();
    Watch watch = once("parent", "", () -> deleted.set(SpecialFiles.run("rm", "-rf", deep)));
    assertThat(remove(watch)).isTrue();
    assertThat(deleted).isTrue();
    assertThat(root.resolve("junk")).doesNotExist();
    preciousIsWhole();
  }

  /** Calls and descriptors: each directory costs the same at any depth, and few are held. */
  @Test
  void depthCostsNeitherCallsNorDescriptors() throws Exception {
    int[] calls = new int[2];
    int[] depths = {50, 100};
    for (int i = 0; i < depths.length; i++) {
      SpecialFiles.run("mkdir", "-p", sub.toString());
      makeDeep(depths[i]);
      Watch watch = new Watch((call, name) -> {});
      assertThat(remove(watch)).isTrue();
      assertThat(watch.mostHeld).isLessThanOrEqualTo(8 + 3);
      calls[i] = watch.calls;
    }
    assertThat(calls[1]).isLessThanOrEqualTo(2 * calls[0] + 20);
    assertThat(root.resolve("junk")).doesNotExist();
  }

  @Test
  void sixThousandLevelsAreDeleted() throws Exception {
    try (Store store = MountedStoreTest.open(root)) {
      assertThat(SpecialFiles.run("python3", "-c", DEEP, sub.toString())).isTrue();
      assertThat(StoreFiles.deleteTree(store, JUNK)).isTrue();
      assertThat(StoreFiles.deleteTree(store, JUNK)).isFalse();
    }
    assertThat(root.resolve("junk")).doesNotExist();
    preciousIsWhole();
  }

  private static final String DEEP =
      "import os, sys; os.chdir(sys.argv[1])\n"
          + "for i in range(6000): os.mkdir('d'); os.chdir('d')";

  @Test
  void whatIsMountedStays() throws Exception {
    Path mount = Files.createDirectory(sub.resolve("mount"));
    assumeTrue(
        SpecialFiles.run("mount", "-t", "tmpfs", "tmpfs", mount.toString()),
        "only root can mount a file system");
    try (Store store = MountedStoreTest.open(root)) {
      Files.writeString(mount.resolve("f"), "stays");
      assertThatThrownBy(() -> StoreFiles.deleteTree(store, JUNK))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.CROSS_STORE);
                assertThat(e.path()).contains(StorePath.of("/junk/sub/mount"));
              });
      assertThat(mount.resolve("f")).exists();
    } finally {
      assertThat(SpecialFiles.run("umount", mount.toString())).isTrue();
    }
  }

  @Test
  void aBindMountStaysWhereMountsHaveNoNumbers() throws Exception {
    Path mount = Files.createDirectory(sub.resolve("mount"));
    assumeTrue(
        SpecialFiles.run("mount", "--bind", precious.toString(), mount.toString()),
        "only root can mount a directory");
    try {
      Watch watch = new Watch((call, name) -> {});
      watch.countsMounts = false;
      assertThatThrownBy(() -> remove(watch))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CROSS_STORE));
      preciousIsWhole();
    } finally {
      assertThat(SpecialFiles.run("umount", mount.toString())).isTrue();
    }
  }

  @Test
  void anInterruptEndsIt() throws Exception {
    try (Store store = MountedStoreTest.open(root)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> StoreFiles.deleteTree(store, JUNK))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INTERRUPTED));
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  /** The same race as {@code rm -rf} withstands: a user against root who deletes his tree. */
  @Test
  void aUserDoesNotHaveRootDeleteWhatIsRoots() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root and another user");
    for (int i = 10; i < MANY; i++) {
      Files.createFile(sub.resolve("f" + i));
      Files.createFile(precious.resolve("f" + i));
    }
    assumeTrue(SpecialFiles.run("chown", "-R", "1:1", sub.getParent().toString()));
    assertThat(SpecialFiles.run("chmod", "755", root.toString(), precious.toString())).isTrue();
    Process attacker = new ProcessBuilder("python3", "-c", ATTACK, sub.toString()).start();
    try (Store store = MountedStoreTest.open(root)) {
      assertThat(attacker.getInputStream().read()).isEqualTo('r');
      StoreFiles.deleteTree(store, JUNK);
    } finally {
      attacker.destroyForcibly().waitFor();
    }
    try (Stream<Path> files = Files.list(precious)) {
      assertThat(files).hasSize(MANY);
    }
  }

  private static final String ATTACK =
      "import os, sys\n"
          + "os.setgid(1); os.setuid(1)\n"
          + "sub = sys.argv[1]; last = os.listdir(sub)[0]\n"
          + "print('r', flush=True)\n"
          + "while True:\n"
          + "  if not os.path.exists(sub + '/' + last):\n"
          + "    os.rename(sub, sub + '-aside'); os.symlink('../precious', sub); break\n"
          + "while True: pass\n";
}
