// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mount.MountTable;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The host: {@code /} without a driver of its own, {@code /mnt/ceph} with one, and in {@code /data}
 * an ordinary mount {@code /data/disk}.
 */
class NamedStoreRootsTest {

  private static final List<String> MOUNTS =
      List.of(
          "1 0 0:1 / / rw - ext4 root rw",
          "2 1 0:2 / /mnt/ceph rw - ceph c rw",
          "3 1 0:3 / /data/disk rw - xfs d rw");

  @TempDir private Path directory;

  private final FakeProvider any = new FakeProvider("any", "", 1);
  private final FakeProvider ceph = new FakeProvider("ceph", "ceph", 10);
  private final StoreWarnings notices = new StoreWarnings();
  private StoreRegistry finder;

  @BeforeEach
  void mount() throws IOException {
    Files.write(directory.resolve("mountinfo"), MOUNTS);
    finder = new StoreRegistry(List.of(any, ceph), MountTable.of(directory.resolve("mountinfo")));
    any.put("/", new MemoryStore(new MemorySettings().withRoot("/")));
    StoreFiles.mkdirs(any.at("/"), path("/data/deep/er"), 0755);
    StoreFiles.mkdirs(any.at("/"), path("/data/disk"), 0755);
  }

  private static StorePath path(String text) {
    return StorePath.of(text);
  }

  private static StoreConfig named(String name, String root) {
    return new StoreConfig(name, Map.of("root", root, "own", name));
  }

  private Store open(StoreConfig... stores) throws IOException {
    return finder.openLocal(new StoreConfig("", Map.of(), notices).withStores(List.of(stores)));
  }

  private static void write(Store store, String path) throws IOException {
    StoreFiles.writeAll(store, path(path), ByteBuffer.allocate(1), WriteHandle.Options.EXCLUSIVE);
  }

  private Optional<String> own(String root) {
    return any.opened().stream()
        .filter(config -> config.values().get("root").equals(root))
        .map(config -> config.values().getOrDefault("own", ""))
        .findFirst();
  }

  @Test
  void aPlainPathTakesTheSettingsOfTheLongestRootAboveIt() throws IOException {
    try (Store store = open(named("a", "/data/"), named("b", "/data/deep"))) {
      write(store, "/data/f");
      write(store, "/data/deep/f");
      write(store, "/data/deeper");
      assertThat(own("/data/")).contains("a");
      assertThat(own("/data/deep")).contains("b");
      assertThat(any.at("/data").stat(path("/f"), false).isFile()).isTrue();
      assertThat(any.at("/data").stat(path("/deeper"), false).isFile()).isTrue();
      assertThat(any.at("/data/deep").stat(path("/f"), false).isFile()).isTrue();
      assertThat(store.stat(path("/data/deep/f"), true).path()).isEqualTo(path("/data/deep/f"));
    }
  }

  @Test
  void aMountWithADriverOfItsOwnIsServedByItUnlessAStoreBeginsThere() throws IOException {
    try (Store store = open(named("a", "/"))) {
      write(store, "/mnt/ceph/f");
      write(store, "/data/disk/f");
      assertThat(ceph.at("/mnt/ceph").stat(path("/f"), false).isFile()).isTrue();
      assertThat(any.at("/").stat(path("/data/disk/f"), false).isFile()).isTrue();
    }
    try (Store store = open(named("c", "/mnt/ceph"))) {
      write(store, "/mnt/ceph/g");
      assertThat(ceph.opened().get(ceph.opened().size() - 1).values()).containsEntry("own", "c");
    }
  }

  @Test
  void ofTwoStoresWithOneRootTheFirstByNameCounts() throws IOException {
    try (Store store = open(named("b", "/data"), named("a", "/data"))) {
      write(store, "/data/f");
      assertThat(own("/data")).contains("a");
      assertThat(finder.storeOf(path("/data/f"), List.of(named("b", "/data"), named("a", "/data"))))
          .contains(named("a", "/data"));
    }
    assertThat(notices.sentences())
        .containsExactly(
            "the stores 'a' and 'b' have one root: plain paths below /data take the settings of"
                + " 'a'");
  }

  @Test
  void namesOfOneMountCanBeRenamedAcrossARoot() throws IOException {
    write(any.at("/"), "/data/f");
    try (Store store = open(named("a", "/data/deep"))) {
      store.rename(path("/data/f"), path("/data/deep/f"), RenameMode.NO_REPLACE);
      assertThat(any.at("/").stat(path("/data/deep/f"), false).isFile()).isTrue();
    }
  }

  @Test
  void aRootItselfCanBeDeleted() throws IOException {
    try (Store store = open(named("a", "/data/deep/er"))) {
      assertThat(store.delete(path("/data/deep/er"))).isTrue();
    }
  }

  @Test
  void aStoreThatCannotBeOpenedIsReportedAndCostsItsSettingsOnly() throws IOException {
    StoreConfig wrong = new StoreConfig("a", Map.of("root", "/data", "no.such", "x"));
    try (Store store = open(wrong)) {
      write(store, "/data/f");
      assertThat(any.at("/").stat(path("/data/f"), false).isFile()).isTrue();
    }
    assertThat(notices.sentences())
        .singleElement()
        .asString()
        .contains("the store 'a' cannot be opened")
        .contains("plain paths below /data")
        .contains("unknown key fs.situ.store.a.no.such");
  }
}
