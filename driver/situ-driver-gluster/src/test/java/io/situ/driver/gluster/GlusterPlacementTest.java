// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that stands for a mount, with graphs of several kinds of volumes. */
final class GlusterPlacementTest {

  @TempDir private Path mount;

  private final StoreConfig config = new StoreConfig("vol", Map.of("heal.info", "off"));
  private FakeVolume files;
  private GlusterPlacement placement;

  @BeforeEach
  void make() throws IOException {
    files = new FakeVolume(mount);
    Files.write(mount.resolve("f"), new byte[1000]);
    placement = placement(files);
  }

  @AfterEach
  void close() throws StoreException {
    placement.close();
    files.close();
  }

  private GlusterPlacement placement(FakeVolume store) throws StoreException {
    return placement(store, Optional.empty());
  }

  private GlusterPlacement placement(FakeVolume store, Optional<MountedStore> admin)
      throws StoreException {
    return new GlusterPlacement(
        store,
        FakeVolume.mount(mount),
        new PlacementSources(
            new HostMapping(Map.of()), SelfHealSource.of(config), admin, config.notices()));
  }

  private StoreObject file() throws StoreException {
    return files.stat(StorePath.of("/f"), true);
  }

  private void report(String path) {
    files.put(
        "/f",
        ReplicaLocator.PATHINFO,
        "(<DISTRIBUTE:rep-dht> (<REPLICATE:rep-replicate-0> <POSIX(/b/1/rep):h1:/b/1/rep"
            + path
            + "> <POSIX(/b/2/rep):h2:/b/2/rep"
            + path
            + ">)) ");
  }

  private static List<String> hosts(List<Extent> extents) {
    return extents.get(0).replicas().stream().map(Replica::host).sorted().toList();
  }

  @Test
  void aWholeFileHasOneExtent() throws IOException {
    MetaGraph.ofTwoSets(mount);
    report("/f");

    assertThat(hosts(placement.extents(file(), 0, 1000))).containsExactly("h1", "h2");
    assertThat(placement.extents(file(), 10, 20)).hasSize(1);
    assertThat(placement.extents(file(), 10, 20).get(0).offset()).isEqualTo(10);
    assertThat(placement.extents(file(), 10, 20).get(0).length()).isEqualTo(20);
    assertThat(hosts(placement.listed(file(), 4, -1))).containsExactly("h1", "h2");
    assertThat(placement.certain(file())).as("copies may wait for healing").isEmpty();
  }

  @Test
  void theRootMayLieBelowTheMountAndTheMountBelowTheVolume() throws IOException {
    MetaGraph.ofTwoSets(mount).option("rep-client-0", "subdir-mount", "/sub");
    Path root = Files.createDirectory(mount.resolve("root"));
    Files.write(root.resolve("f"), new byte[1000]);
    files.close();
    files = new FakeVolume(root);
    placement = placement(files);
    report("/sub/root/f");

    assertThat(hosts(placement.extents(file(), 0, 1000))).containsExactly("h1", "h2");
    assertThat(placement.prefix()).contains(StorePath.of("/sub/root"));
  }

  @Test
  void theBrickOfACopyIsTheLongestThatPrecedesIt() throws IOException {
    new MetaGraph(mount)
        .brick("d-client-0", "h1", "/b")
        .brick("d-client-1", "h2", "/b/2")
        .translator("d-dht", "cluster/distribute", "d-client-0", "d-client-1");

    assertThat(placement.brickOf("/b/2/f")).contains("/b/2");
    assertThat(placement.brickOf("/b/22/f")).contains("/b");
    assertThat(placement.brickOf("/c/f")).isEmpty();
  }

  @Test
  void filesOfADispersedVolumeAreWholeNowhere() throws IOException {
    new MetaGraph(mount)
        .brick("d-client-0", "h1", "/b")
        .translator("d-disperse-0", "cluster/disperse", "d-client-0");

    assertThat(placement.extents(file(), 0, 1000)).isEmpty();
    assertThat(placement.listed(file(), 4, -1)).isEmpty();
    assertThat(files.questions()).isZero();
  }

  @Test
  void ofAShardedFileTheFirstShardIsKnown() throws IOException {
    MetaGraph.ofTwoSets(mount)
        .translator("rep-shard", "features/shard", "rep-dht")
        .option("rep-shard", "shard-block-size", "600");
    report("/f");

    List<Extent> extents = placement.extents(file(), 0, 1000);
    assertThat(extents).hasSize(1);
    assertThat(extents.get(0).length()).isEqualTo(600);
    assertThat(placement.listed(file(), 4, -1)).isEqualTo(extents);
  }

  @Test
  void whereTheShardsAreNotSeenTheFirstIsKnownAndANoticeSaysSo(@TempDir Path unmounted)
      throws IOException {
    MetaGraph.ofTwoSets(mount)
        .translator("rep-shard", "features/shard", "rep-dht")
        .option("rep-shard", "shard-block-size", "600");
    report("/f");
    StoreConfig directory = new StoreConfig("vol", Map.of("root", unmounted.toString()));
    placement.close();
    placement =
        placement(files, Optional.of(MountedStore.open(directory, "gluster", Placement.NONE)));

    StoreObject file = file();
    List<Extent> extents = placement.extents(file, 0, 1000);
    assertThat(extents).hasSize(1);
    assertThat(hosts(extents)).containsExactly("h1", "h2");
    assertThat(extents.get(0).length()).isEqualTo(600);
    assertThat(config.notices().sentences())
        .singleElement()
        .asString()
        .contains("cannot be seen in admin.mount");

    Files.delete(mount.resolve("f"));
    assertThat(placement.extents(file, 0, 1000)).as("the file is gone").isEmpty();
  }

  @Test
  void aMountThatShowsNoGraphIsReported() throws IOException {
    report("/f");

    assertThat(placement.extents(file(), 0, 1000)).isEmpty();
    assertThat(placement.prefix()).isEmpty();
    assertThat(config.notices().sentences())
        .singleElement()
        .asString()
        .startsWith("GlusterFS mount " + mount + ": no block locations are known")
        .contains(".meta");
  }
}
