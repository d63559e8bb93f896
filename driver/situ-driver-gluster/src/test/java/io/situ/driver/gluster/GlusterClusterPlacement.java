// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** What is reported of files on volumes of all kinds is what is found on the bricks. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class GlusterClusterPlacement {

  private static final List<String> NAMES =
      List.of(
          "/plain",
          "/two words",
          "/a> <POSIX(b):c:d",
          "/(<REPLICATE:rep-replicate-0> x)",
          "/line\nfeed> ",
          "/gr\u00fc\u00df \u65e5\u672c",
          "/latin" + StorePath.decode(new byte[] {(byte) 0xFC, '>', (byte) 0x80}),
          "/x>");

  private static List<Extent> extents(Store store, String path) throws StoreException {
    StoreObject file = store.stat(StorePath.of(path), true);
    return store.placement(file, 0, file.size());
  }

  /** Every extent's bytes are those of the file, read from the bricks. */
  private static Map<String, String> check(List<Extent> extents, byte[] content)
      throws IOException {
    try (Store bricks = GlusterTestCluster.bricks()) {
      return check(extents, content, bricks);
    }
  }

  private static Map<String, String> check(List<Extent> extents, byte[] content, Store bricks)
      throws StoreException {
    Map<String, String> all = new TreeMap<>();
    for (Extent extent : extents) {
      byte[] part = Arrays.copyOfRange(content, (int) extent.offset(), (int) extent.end());
      for (Replica replica : extent.replicas()) {
        String copy = replica.path().orElseThrow();
        StorePath inBricks =
            StorePath.of(copy.substring(GlusterTestCluster.BRICKS.toString().length()));
        assertThat(copy)
            .startsWith(GlusterTestCluster.BRICKS + "/" + replica.host().charAt(4) + "/");
        assertThat(StoreFiles.readAll(bricks, inBricks, 1 << 24)).isEqualTo(part);
        all.put(replica.host(), copy);
      }
    }
    return all;
  }

  /** The hosts whose bricks have a file of that name and size. */
  private static List<String> holders(String name, long size) throws StoreException {
    List<String> hosts = new ArrayList<>();
    try (Store bricks = GlusterTestCluster.bricks()) {
      for (int brick = 1; brick <= 6; brick++) {
        Optional<StoreObject> copy =
            StoreFiles.find(bricks, StorePath.of("/" + brick + "/" + name));
        if (copy.isPresent() && copy.get().size() == size) {
          hosts.add("node" + brick);
        }
      }
    }
    return hosts;
  }

  @Test
  void replicatedFilesOfAnyName() throws IOException {
    try (Store store = GlusterTestCluster.open("rep")) {
      for (String name : NAMES) {
        byte[] content = GlusterTestCluster.write(store, name, 10_000);
        Map<String, String> copies = check(extents(store, name), content);
        assertThat(copies.keySet()).containsExactlyElementsOf(holders("rep" + name, 10_000));
        assertThat(copies).as(name).hasSize(2);
      }
    }
  }

  /**
   * Of a large directory few files are asked for; what is reported of the others must be as true.
   */
  @Test
  void aListingReportsWhatEachFileReports() throws IOException {
    try (Store store = GlusterTestCluster.open("rep")) {
      StorePath many = StorePath.of("/many");
      store.mkdir(many, 0755);
      for (int i = 0; i < 300; i++) {
        GlusterTestCluster.write(store, "/many/f" + i, 10 + i);
        if (i % 5 == 0) {
          StorePath to = StorePath.of("/many/renamed" + i);
          store.rename(StorePath.of("/many/f" + i), to, RenameMode.REPLACE);
        }
      }
      int files = 0;
      try (Listing listing = store.list(many, Listing.Options.FLAT.withPlacement())) {
        for (StoreObject file = listing.next(); file != null; file = listing.next()) {
          files++;
          assertThat(hosts(file.extents()))
              .as(file.path().toString())
              .hasSize(2)
              .isEqualTo(holders("rep" + file.path(), file.size()));
        }
      }
      assertThat(files).isEqualTo(300);
    }
  }

  private static List<String> hosts(List<Extent> extents) {
    return extents.stream()
        .flatMap(extent -> extent.replicas().stream())
        .map(Replica::host)
        .sorted()
        .toList();
  }

  @Test
  void renamedAndLinkedFiles() throws IOException {
    try (Store store = GlusterTestCluster.open("rep")) {
      for (int i = 0; i < 10; i++) {
        byte[] content = GlusterTestCluster.write(store, "/from" + i, 1000 + i);
        StorePath to = StorePath.of("/to" + i);
        store.rename(StorePath.of("/from" + i), to, RenameMode.REPLACE);
        store.createHardLink(StorePath.of(hard(i)), to);
        store.createSymlink(StorePath.of("/soft" + i), "to" + i);
        for (String name : List.of("/to" + i, hard(i))) {
          List<Extent> extents = extents(store, name);
          assertThat(check(extents, content)).hasSize(i % 2 == 0 ? 2 : extents.isEmpty() ? 0 : 2);
        }
        check(extents(store, "/soft" + i), content);
      }
    }
  }

  /** Half of the names look like a part of the text that reports which hosts hold a file. */
  private static String hard(int i) {
    return (i % 2 == 0 ? "/hard" : "/hard> <") + i;
  }

  @Test
  void theRootMayLieBelowTheMountAndTheMountBelowTheVolume() throws IOException {
    try (Store volume = GlusterTestCluster.open("rep");
        Store below = GlusterTestCluster.open("rep/below");
        Store mount = GlusterTestCluster.open("sub")) {
      byte[] content = GlusterTestCluster.write(mount, "/f", 500);
      Map<String, String> copies = check(extents(mount, "/f"), content);
      assertThat(copies).hasSize(2);
      assertThat(copies.values()).allMatch(path -> path.endsWith("/rep/below/f"));
      assertThat(check(extents(below, "/f"), content)).isEqualTo(copies);
      assertThat(check(extents(volume, "/below/f"), content)).isEqualTo(copies);
    }
  }

  @Test
  void anArbiterIsNeverOffered() throws IOException {
    try (Store store = GlusterTestCluster.open("arb")) {
      for (int i = 0; i < 10; i++) {
        byte[] content = GlusterTestCluster.write(store, "/f" + i, 1000);
        assertThat(check(extents(store, "/f" + i), content).keySet())
            .hasSize(2)
            .doesNotContain("node3", "node6");
      }
    }
  }

  @Test
  void aDispersedFileIsWholeNowhere() throws IOException {
    try (Store store = GlusterTestCluster.open("disp")) {
      GlusterTestCluster.write(store, "/f", 100_000);
      assertThat(extents(store, "/f")).isEmpty();
    }
  }

  @Test
  void aVolumeOfOneReplicaSet() throws Exception {
    try (Store store = GlusterTestCluster.open("three")) {
      for (String name : NAMES) {
        byte[] content = GlusterTestCluster.write(store, name, 1000);
        assertThat(check(extents(store, name), content).keySet())
            .containsExactly("node1", "node2", "node3");
      }
      GlusterTestCluster.run(
          "bash", "-c", "kill -9 $(cat /run/gluster/vols/three/*-brick-3-three.pid)");
      await(store, "/plain", 2);
      GlusterTestCluster.write(store, "/later", 1000);
      for (String name : List.of("/plain", "/later")) {
        assertThat(check(extents(store, name), read("three" + name)).keySet())
            .containsExactly("node1", "node2");
      }
    }
  }

  @Test
  void aFileOfAVolumeWithoutReplicas() throws IOException {
    try (Store store = GlusterTestCluster.open("plain")) {
      byte[] content = GlusterTestCluster.write(store, "/x>", 1000);
      assertThat(check(extents(store, "/x>"), content).keySet())
          .containsExactlyElementsOf(holders("plain/x>", 1000))
          .hasSize(1);
    }
  }

  @Test
  void aShardedFileHasAnExtentPerShard() throws IOException {
    try (Store store =
        GlusterTestCluster.open(
            "shard", "admin.mount", GlusterTestCluster.MOUNTS + "/shard-admin")) {
      byte[] content = GlusterTestCluster.write(store, "/big one", 10_000_000);
      List<Extent> extents = extents(store, "/big one");
      check(extents, content);
      assertThat(extents).extracting(Extent::offset).containsExactly(0L, 4L << 20, 8L << 20);
      assertThat(extents).allMatch(extent -> extent.replicas().size() == 2);
      assertThat(extents.get(2).end()).isEqualTo(10_000_000);
      StoreObject file = store.stat(StorePath.of("/big one"), true);
      assertThat(store.placement(file, 5_000_000, 1000))
          .containsExactly(new Extent(5_000_000, 1000, extents.get(1).replicas()));
      byte[] small = GlusterTestCluster.write(store, "/small", 1000);
      assertThat(check(extents(store, "/small"), small)).hasSize(2);
    }
  }

  @Test
  void withoutAMountThatShowsShardsTheFirstOneIsKnown() throws IOException {
    try (Store store = GlusterTestCluster.open("shard")) {
      byte[] content = GlusterTestCluster.write(store, "/big two", 10_000_000);
      List<Extent> extents = extents(store, "/big two");
      check(extents, content);
      assertThat(extents).hasSize(1);
      assertThat(extents.get(0).length()).isEqualTo(4 << 20);
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void aBrickThatIsDownOrNotHealedIsNotOffered() throws Exception {
    try (Store store = GlusterTestCluster.open("rep")) {
      GlusterTestCluster.write(store, "/stale", 1000);
      Map<String, String> both = check(extents(store, "/stale"), read("rep/stale"));
      assertThat(both).hasSize(2);
      String host = both.keySet().iterator().next();
      String brick = "-brick-" + host.charAt(4) + "-rep.pid";
      GlusterTestCluster.run("bash", "-c", "kill -9 $(cat /run/gluster/vols/rep/*" + brick + ")");
      await(store, "/stale", 1);
      Files.write(GlusterTestCluster.MOUNTS.resolve("rep/stale"), new byte[3000]);
      GlusterTestCluster.write(store, "/born meanwhile", 100);
      GlusterTestCluster.run(
          "bash",
          "-c",
          "until [ $(gluster volume heal rep info | grep -c ': Connected') = 4 ];"
              + " do gluster volume start rep force; sleep 0.5; done; sleep 3");
      for (String name : List.of("/stale", "/born meanwhile")) {
        assertThat(check(extents(store, name), read("rep" + name))).doesNotContainKey(host);
      }
      assertThat(check(extents(store, "/stale"), new byte[3000])).hasSize(1);
      try (Store bricks = GlusterTestCluster.open("rep", "read", "brick")) {
        assertThat(StoreFiles.readAll(bricks, StorePath.of("/stale"), 5000))
            .isEqualTo(new byte[3000]);
      }
      for (String heal : List.of("data", "metadata", "entry")) {
        GlusterTestCluster.run(
            "gluster", "volume", "set", "rep", "cluster." + heal + "-self-heal", "on");
      }
      GlusterTestCluster.run("gluster", "volume", "set", "rep", "cluster.self-heal-daemon", "on");
      GlusterTestCluster.run("gluster", "volume", "heal", "rep");
      await(store, "/stale", 2);
      assertThat(check(extents(store, "/stale"), new byte[3000])).isEqualTo(both);
    }
  }

  private static byte[] read(String name) throws IOException {
    return Files.readAllBytes(Path.of(GlusterTestCluster.MOUNTS + "/" + name));
  }

  private static void await(Store store, String name, int copies) throws Exception {
    for (int i = 0; i < 150; i++) {
      List<Extent> extents = extents(store, name);
      if (!extents.isEmpty() && extents.get(0).replicas().size() == copies) {
        return;
      }
      Thread.sleep(200);
    }
    assertThat(extents(store, name).get(0).replicas()).hasSize(copies);
  }
}
