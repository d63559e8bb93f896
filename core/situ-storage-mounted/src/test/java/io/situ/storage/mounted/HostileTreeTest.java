// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What others do to a tree, and what lies in it that is no file. */
final class HostileTreeTest {

  private static final int ROUNDS = 500;

  @TempDir Path base;
  private Path root;

  @BeforeEach
  void makeRoot() throws IOException {
    root = Files.createDirectory(base.resolve("root"));
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static void refused(
      Kind kind, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    MountedStoreTest.refused(kind, call);
  }

  /** A thread swaps a directory and a link to outside while every call is made through it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDirectorySwappedForALinkNeverLeadsOut(boolean oldCalls) throws Exception {
    Path outside = Files.createDirectory(base.resolve("outside"));
    Files.writeString(outside.resolve("f"), "outside");
    Path inside = Files.createDirectory(root.resolve("real"));
    Files.writeString(inside.resolve("f"), "inside");
    Files.createSymbolicLink(root.resolve("trap"), outside);
    AtomicBoolean stop = new AtomicBoolean();
    Thread swapper = new Thread(() -> swap(stop));
    swapper.start();
    MountedStoreOptions tuning =
        new MountedStoreOptions(java.util.Optional.empty(), oldCalls, java.util.Optional.empty());
    try (Store store = MountedStoreTest.open(root, tuning)) {
      for (int i = 0; i < ROUNDS; i++) {
        attack(store, i);
      }
    } finally {
      stop.set(true);
      swapper.join();
    }
    try (Stream<Path> left = Files.list(outside)) {
      assertThat(left).containsExactly(outside.resolve("f"));
    }
    assertThat(Files.readString(outside.resolve("f"))).isEqualTo("outside");
  }

  private void swap(AtomicBoolean stop) {
    Path at = root.resolve("d");
    Path[] both = {root.resolve("real"), root.resolve("trap")};
    for (int i = 0; !stop.get(); i++) {
      try {
        Files.move(both[i % 2], at, StandardCopyOption.ATOMIC_MOVE);
        Files.move(at, both[i % 2], StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static void attack(Store store, int round) {
    StorePath file = path("/d/f");
    quietly(() -> assertThat(MountedStoreTest.read(store, "/d/f")).isEqualTo("inside"));
    quietly(() -> assertThat(store.stat(file, true).size()).isEqualTo(6));
    quietly(() -> store.mkdir(path("/d/new" + round), 0700));
    quietly(() -> store.create(path("/d/c" + round), WriteHandle.Options.REPLACE).close());
    quietly(() -> store.append(file).close());
    quietly(() -> store.createSymlink(path("/d/l" + round), "x"));
    quietly(() -> store.delete(path("/d/new" + round)));
    quietly(() -> store.rename(path("/d/c" + round), path("/d/r"), Store.RenameMode.REPLACE));
  }

  private interface Attempt {
    void run() throws StoreException;
  }

  private static void quietly(Attempt attempt) {
    try {
      attempt.run();
    } catch (StoreException e) {
      assertThat(e.kind())
          .isIn(Kind.OUTSIDE_ROOT, Kind.NOT_FOUND, Kind.NOT_A_DIRECTORY, Kind.ALREADY_EXISTS);
    }
  }

  /** Whatever {@code fs.protected_symlinks} is set to. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anotherUsersLinkInASharedDirectoryReplacesNothing(boolean oldCalls) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root and another user");
    Path victim = Files.writeString(root.resolve("victim"), "kept");
    Path link = anotherUsersLink("../victim");
    try (Store store = MountedStoreTest.open(root, oldCalls)) {
      assertThatThrownBy(() -> MountedStoreTest.write(store, "/tmp/out", "changed"))
          .hasMessageContaining("'/tmp/out'")
          .hasMessageContaining("'4000000'");
      refused(Kind.PERMISSION_DENIED, () -> MountedStoreTest.write(store, "/tmp/out", "changed"));
      assertThat(victim).hasContent("kept");
      Files.setAttribute(link, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
      MountedStoreTest.write(store, "/tmp/out", "own");
      assertThat(victim).hasContent("own");
    }
  }

  /** Makes {@code /tmp/out}. */
  private Path anotherUsersLink(String target) throws IOException {
    Path shared = Files.createDirectory(root.resolve("tmp"));
    Files.setAttribute(shared, "unix:mode", 01777);
    Path link = Files.createSymbolicLink(shared.resolve("out"), Path.of(target));
    Files.setAttribute(link, "unix:uid", 4_000_000, LinkOption.NOFOLLOW_LINKS);
    return link;
  }

  @Test
  void belowAnotherUsersLinkInASharedDirectoryNothingIsMadeOrDeleted() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root and another user");
    Path kept = Files.writeString(Files.createDirectory(root.resolve("d")).resolve("f"), "kept");
    anotherUsersLink("../d");
    StorePath file = path("/tmp/out/f");
    StorePath other = path("/tmp/out/other");
    try (Store store = MountedStoreTest.open(root, true)) {
      assertThat(MountedStoreTest.read(store, "/tmp/out/f")).isEqualTo("kept");
      refused(Kind.PERMISSION_DENIED, () -> store.create(other, WriteHandle.Options.REPLACE));
      refused(Kind.PERMISSION_DENIED, () -> store.mkdir(other, 0700));
      refused(Kind.PERMISSION_DENIED, () -> store.rename(file, other, Store.RenameMode.NO_REPLACE));
      refused(Kind.PERMISSION_DENIED, () -> store.delete(file));
      refused(Kind.PERMISSION_DENIED, () -> store.deleteTree(file));
    }
    assertThat(kept).hasContent("kept");
  }

  @Test
  void socketsFifosAndDevicesAreListedAndNeverOpened() throws Exception {
    Path socket = root.resolve("socket");
    try (Store store = MountedStoreTest.open(root);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assumeTrue(SpecialFiles.fifo(store, path("/fifo")), "there is no mkfifo");
      boolean device = SpecialFiles.run("mknod", root.resolve("null").toString(), "c", "1", "3");
      try (Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT)) {
        int count = 0;
        for (StoreObject o = listing.next(); o != null; o = listing.next()) {
          assertThat(o.kind()).isEqualTo(StoreObject.Kind.OTHER);
          StorePath at = o.path();
          refused(Kind.UNSUPPORTED, () -> store.open(at, ReadHandle.Options.DEFAULT));
          refused(Kind.UNSUPPORTED, () -> store.append(at));
          refused(Kind.UNSUPPORTED, () -> store.truncate(at, 0));
          refused(Kind.UNSUPPORTED, () -> store.create(at, WriteHandle.Options.REPLACE));
          count++;
        }
        assertThat(count).isEqualTo(device ? 3 : 2);
      }
    }
  }

  @Test
  void aSparseFileOfOneTerabyteIsReadAnywhere() throws Exception {
    long size = 1L << 40;
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("sparse").toFile(), "rw")) {
      file.setLength(size);
      file.seek(size - 1);
      file.write(7);
    }
    try (Store store = MountedStoreTest.open(root);
        ReadHandle handle = store.open(path("/sparse"), ReadHandle.Options.DEFAULT)) {
      assertThat(handle.object().size()).isEqualTo(size);
      ByteBuffer end = ByteBuffer.allocateDirect(10);
      assertThat(handle.read(size - 2, end)).isEqualTo(2);
      assertThat(end.get(1)).isEqualTo((byte) 7);
    }
  }

  @Test
  void aRootThatIsALinkIsResolvedOnce() throws Exception {
    Path other = Files.createDirectory(base.resolve("other"));
    Files.writeString(root.resolve("f"), "x");
    Path link = Files.createSymbolicLink(base.resolve("link"), root);
    try (Store store = MountedStoreTest.open(link)) {
      assertThat(store.info().root()).isEqualTo(root.toRealPath().toString());
      Files.delete(link);
      Files.createSymbolicLink(link, other);
      assertThat(MountedStoreTest.read(store, "/f")).isEqualTo("x");
    }
  }

  @Test
  void aRootThatCannotBeOpenedIsNamed() throws IOException {
    Files.writeString(base.resolve("file"), "x");
    refused(Kind.NOT_FOUND, () -> MountedStoreTest.open(base.resolve("missing")));
    refused(Kind.NOT_A_DIRECTORY, () -> MountedStoreTest.open(base.resolve("file")));
    refused(Kind.INVALID_ARGUMENT, () -> MountedStoreTest.open(Path.of("relative")));
    assertThatThrownBy(
            () -> MountedStore.open(new StoreConfig("s", Map.of()), "posix", Placement.NONE))
        .hasMessageContaining("fs.situ.store.s.root");
  }

  @Test
  void aFullDiskIsReportedAndWhatWasThereStays() throws Exception {
    Path small = Files.createDirectory(base.resolve("small"));
    assumeTrue(
        SpecialFiles.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small.toString()),
        "only root can mount a small file system");
    try (Store store = MountedStoreTest.open(small)) {
      MountedStoreTest.write(store, "/kept", "kept");
      WriteHandle handle = store.create(path("/big"), WriteHandle.Options.EXCLUSIVE);
      ByteBuffer buffer = ByteBuffer.allocate(1 << 21);
      refused(Kind.NO_SPACE, () -> handle.write(buffer));
      refused(Kind.FAILED, () -> handle.write(ByteBuffer.allocate(1)));
      handle.abort();
      assertThat(MountedStoreTest.list(store, "/", Listing.Options.FLAT)).containsExactly("/kept");
      assertThat(MountedStoreTest.read(store, "/kept")).isEqualTo("kept");
    } finally {
      assertThat(SpecialFiles.run("umount", small.toString())).isTrue();
    }
  }

  @Test
  void noDescriptorIsLeftOpen() throws Exception {
    try (Store store = MountedStoreTest.open(root)) {
      long before = OpenDescriptors.below(root);
      for (int i = 0; i < 5; i++) {
        MountedStoreTest.write(store, "/f", "x");
        MountedStoreTest.read(store, "/f");
        store.append(path("/f")).close();
        store.create(path("/g"), WriteHandle.Options.EXCLUSIVE).abort();
        refused(Kind.NOT_FOUND, () -> store.open(path("/no/f"), ReadHandle.Options.DEFAULT));
        refused(Kind.NOT_A_DIRECTORY, () -> store.mkdir(path("/f/d"), 0700));
        MountedStoreTest.list(store, "/", Listing.Options.RECURSIVE);
      }
      assertThat(OpenDescriptors.below(root)).isLessThanOrEqualTo(before);
    }
  }
}
