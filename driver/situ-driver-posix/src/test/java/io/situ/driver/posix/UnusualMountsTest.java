// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import io.situ.storage.util.StoreFiles;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One volume mounted at two places, a mount in a mount, and a bind mount, all real. */
class UnusualMountsTest {

  @TempDir private Path directory;
  @AutoClose private RealMounts mounts;
  private Path first;
  private Path second;
  private Path bind;
  private Path inside;
  private Store store;

  @BeforeEach
  void mount() throws Exception {
    mounts = RealMounts.open();
    Path image = directory.resolve("image");
    assumeTrue(RealMounts.makeExt4(image), "no ext4 can be made here");
    first = directory.resolve("first");
    second = directory.resolve("second");
    bind = directory.resolve("bind");
    assumeTrue(mounts.mount(first, "mount", "-o", "loop", image.toString()), "no loop mounts");
    String device = Files.getFileStore(first).name();
    assertThat(mounts.mount(second, "mount", device)).isTrue();
    Files.createDirectories(first.resolve("part/deeper"));
    assertThat(mounts.mount(bind, "mount", "--bind", first.resolve("part").toString())).isTrue();
    inside = first.resolve("inside");
    assertThat(mounts.mount(inside, "mount", "-t", "tmpfs", "none")).isTrue();
    store = mounts.openLocal();
  }

  private static StorePath path(Path path) {
    return StorePath.of(path.toString());
  }

  private void write(Path path, String text) throws StoreException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    StoreFiles.writeAll(store, path(path), bytes, WriteHandle.Options.EXCLUSIVE);
  }

  private static Store rooted(Path root) throws StoreException {
    return StoreRegistry.of(UnusualMountsTest.class.getClassLoader())
        .open(new StoreConfig("s", Map.of("root", root.toString())));
  }

  @Test
  void theSameVolumeIsTheSameStoreWhereverItIsMounted() throws Exception {
    write(first.resolve("file"), "text");
    try (Store one = rooted(first);
        Store two = rooted(second);
        Store part = rooted(bind);
        Store original = rooted(first.resolve("part"))) {
      assertThat(two.info().identity()).isEqualTo(one.info().identity());
      assertThat(two.stat(StorePath.of("/file"), false).version())
          .isEqualTo(one.stat(StorePath.of("/file"), false).version());
      assertThat(part.info().identity())
          .isEqualTo(original.info().identity())
          .isNotEqualTo(one.info().identity());
    }
  }

  @Test
  void aNameIsWonOnceThroughTwoMounts() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 20; round++) {
        String name = "won-" + round;
        List<Callable<Path>> racers = new ArrayList<>();
        for (Path root : List.of(first, second, first, second)) {
          racers.add(
              () -> {
                write(root.resolve(name), root.toString());
                return root;
              });
        }
        int winners = 0;
        for (Future<Path> racer : threads.invokeAll(racers)) {
          try {
            racer.get();
            winners++;
          } catch (ExecutionException e) {
            assertThat(((StoreException) e.getCause()).kind()).isEqualTo(Kind.ALREADY_EXISTS);
          }
        }
        assertThat(winners).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aRenameBetweenTwoMountsOfOneVolumeIsRefusedAndChangesNothing() throws Exception {
    write(first.resolve("file"), "text");
    for (Path to :
        List.of(second.resolve("moved"), bind.resolve("moved"), inside.resolve("moved"))) {
      for (RenameMode mode : RenameMode.values()) {
        assertThatThrownBy(() -> store.rename(path(first.resolve("file")), path(to), mode))
            .isInstanceOfSatisfying(
                StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CROSS_STORE));
        assertThat(first.resolve("file")).hasContent("text");
        assertThat(to).doesNotExist();
      }
    }
  }

  @Test
  void whatIsWrittenThroughOneMountIsSeenThroughTheOthers() throws Exception {
    write(bind.resolve("new"), "by bind");
    for (Path other : List.of(first.resolve("part/new"), second.resolve("part/new"))) {
      byte[] bytes = StoreFiles.readAll(store, path(other), 100);
      assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo("by bind");
    }
    assertThat(store.delete(path(second.resolve("part/new")))).isTrue();
    assertThat(StoreFiles.find(store, path(bind.resolve("new")))).isEmpty();
  }

  @Test
  void aMountInAMountIsListedAndNeverDeletedWithWhatIsAroundIt() throws Exception {
    write(inside.resolve("kept"), "x");
    List<StorePath> seen = new ArrayList<>();
    try (Listing listing = store.list(path(first), Listing.Options.RECURSIVE)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        seen.add(next.path());
      }
    }
    assertThat(seen).contains(path(inside.resolve("kept")), path(first.resolve("part/deeper")));

    Path around = first.resolve("around");
    Path mount = around.resolve("mount");
    assertThat(mounts.mount(mount, "mount", "--bind", inside.toString())).isTrue();
    assertThatThrownBy(() -> StoreFiles.deleteTree(store, path(around)))
        .isInstanceOf(StoreException.class);
    assertThat(inside.resolve("kept")).hasContent("x");
  }
}
