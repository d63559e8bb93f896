// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.driver.ceph.cluster.PgMapCache;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver computes is what libcephfs says, extent by extent. */
final class CephClusterPlacement {

  private static final long MB = 1 << 20;

  private static List<LibExtents.Piece> reported(Store store, String path) throws Exception {
    StoreObject file = store.stat(StorePath.of(path), true);
    List<LibExtents.Piece> pieces = new ArrayList<>();
    for (Extent extent : store.placement(file, 0, file.size())) {
      List<Integer> osds =
          extent.replicas().stream()
              .map(Replica::host)
              .map(host -> Integer.parseInt(host.substring("node".length())) - 1)
              .toList();
      pieces.add(new LibExtents.Piece(extent.offset(), extent.length(), osds));
    }
    return pieces;
  }

  private static Path directory(String name, String... attributes) throws Exception {
    Path directory = Files.createDirectories(CephTestCluster.mount().resolve(name));
    for (String attribute : attributes) {
      String[] parts = attribute.split(": ");
      CephTestCluster.run("setfattr", "-n", parts[0], "-v", parts[1], directory.toString());
    }
    return directory;
  }

  private static void sparse(Path file, long size) throws Exception {
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.setLength(size);
    }
  }

  /** In the form of this version of Ceph. */
  @Test
  void theMapSaysWhenItChanged() throws Exception {
    StoreConfig config = new StoreConfig("lab", CephTestCluster.mountlessKeys(""));
    PgMapCache maps = PgMapCache.open(CephClusterConfig.of(config), config);

    Instant changed = maps.get().orElseThrow().changed().orElseThrow();

    Instant now = Instant.now();
    assertThat(changed).isBetween(now.minus(Duration.ofHours(1)), now.plusSeconds(60));
  }

  @ParameterizedTest
  @CsvSource({
    "default,",
    "large, stripe_unit=67108864 stripe_count=1 object_size=67108864",
    "striped, stripe_unit=65536 stripe_count=3 object_size=1048576",
    "wide, stripe_unit=1048576 stripe_count=2 object_size=4194304",
    "named,",
  })
  void isWhatTheClientLibrarySays(String name, String layout) throws Exception {
    Path directory = directory(name);
    if (layout != null) {
      directory(name, "ceph.dir.layout: " + layout + " pool=cephfs_data");
    }
    if (name.equals("named")) {
      directory(name, "ceph.dir.layout.pool_namespace: a b");
    }
    long[] sizes = {1, 65536, 4 * MB, 4 * MB + 1, 40 * MB + 12345, 700 * MB};
    try (Store store = CephTestCluster.open("", "replicas", "all");
        LibExtents library = new LibExtents(CephTestCluster.CLUSTER.plan())) {
      for (long bytes : sizes) {
        sparse(directory.resolve("f" + bytes), bytes);
        String path = "/" + name + "/f" + bytes;
        List<LibExtents.Piece> expected = library.of(path, bytes);
        assertThat(reported(store, path)).as(path).isEqualTo(expected).isNotEmpty();
        assertThat(expected).allSatisfy(piece -> assertThat(piece.osds()).hasSize(2));
      }
    }
  }

  private static void write(Store store, String path, WriteHandle.Options options)
      throws Exception {
    try (WriteHandle handle = store.create(StorePath.of(path), options)) {
      for (int i = 0; i < 24; i++) {
        handle.write(ByteBuffer.allocate((int) MB));
      }
    }
  }

  private static String layout(Path file) throws Exception {
    return CephTestCluster.run(
        "getfattr", "--only-values", "-n", "ceph.file.layout.object_size", file.toString());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBlockOfANewFileLiesInOneObject(boolean mounted) throws Exception {
    String name = "blocks-" + mounted;
    Path directory = directory(name);
    WriteHandle.Options options = WriteHandle.Options.EXCLUSIVE.withBlockSize(16 * MB);
    String[] most = {"object.size.max", "64m"};
    try (Store store =
        mounted ? CephTestCluster.open(name, most) : CephTestCluster.openMountless(name, most)) {
      write(store, "/blocks", options);
      write(store, "/plain", WriteHandle.Options.EXCLUSIVE);
      StoreObject file = store.stat(StorePath.of("/blocks"), true);
      assertThat(store.placement(file, 0, file.size()))
          .extracting(Extent::offset)
          .isSubsetOf(0L, 16 * MB);
    }
    assertThat(layout(directory.resolve("blocks"))).isEqualTo("16777216");
    assertThat(layout(directory.resolve("plain"))).isEqualTo("4194304");
  }

  @Test
  void aRangeIsCutOutOfItsObjects() throws Exception {
    Path directory = directory("range");
    sparse(directory.resolve("f"), 20 * MB);
    try (Store store = CephTestCluster.open("range")) {
      StoreObject file = store.stat(StorePath.of("/f"), true);
      assertThat(store.placement(file, 3 * MB, 6 * MB))
          .extracting(Extent::offset, Extent::end)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(3 * MB, 4 * MB),
              org.assertj.core.groups.Tuple.tuple(4 * MB, 8 * MB),
              org.assertj.core.groups.Tuple.tuple(8 * MB, 9 * MB));
    }
  }

  @Test
  void aPoolThatKeepsPartsHoldsNothingWhole() throws Exception {
    Path directory = directory("parts", "ceph.dir.layout.pool: parts");
    sparse(directory.resolve("f"), 20 * MB);
    try (Store store = CephTestCluster.open("parts")) {
      StoreObject file = store.stat(StorePath.of("/f"), true);
      assertThat(store.placement(file, 0, file.size())).isEmpty();
    }
  }

  @Test
  void hostsHaveTheEnginesNamesAndRacks() throws Exception {
    Path hosts = CephTestCluster.HERE.resolve("hosts.tsv");
    Files.write(hosts, List.of("node1\tworker1\t/r1", "node2\tworker2", "NODE3\tworker3"));
    sparse(directory("hosts").resolve("f"), 80 * MB);
    try (Store store = CephTestCluster.open("hosts", "hosts.file", hosts.toString())) {
      StoreObject file = store.stat(StorePath.of("/f"), true);
      assertThat(store.placement(file, 0, file.size()))
          .flatExtracting(Extent::replicas)
          .extracting(Replica::host)
          .contains("worker1", "worker2", "worker3")
          .doesNotContain("node1", "node2", "node3");
    }
  }
}
