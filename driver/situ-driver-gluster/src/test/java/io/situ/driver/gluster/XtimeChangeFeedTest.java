// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.testkit.contract.DirectoryTimesContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The change feed on directories whose marks are those that the test sets. */
class XtimeChangeFeedTest extends DirectoryTimesContract {

  private static final UUID VOLUME = new UUID(0x0123_4567_89ab_4defL, 7);
  private static final int SINCE = 1_000_000;

  @TempDir private Path mount;

  private FakeVolume files;
  private MetaGraph graph;
  private GlusterPlacement placement;

  @Override
  protected void open() throws IOException {
    graph = MetaGraph.ofTwoSets(mount);
    files = new FakeVolume(mount);
    placement = placement();
    ByteBuffer mark = ByteBuffer.allocate(27);
    mark.putLong(2, VOLUME.getMostSignificantBits());
    mark.putLong(10, VOLUME.getLeastSignificantBits());
    mark.putInt(19, SINCE);
    files.put("/", "trusted.glusterfs.volume-mark", mark.array());
  }

  private GlusterPlacement placement() throws StoreException {
    StoreConfig config = new StoreConfig("vol", Map.of("heal.info", "off"));
    return new GlusterPlacement(
        files,
        FakeVolume.mount(mount),
        new PlacementSources(
            new HostMapping(Map.of()),
            SelfHealSource.of(config),
            Optional.empty(),
            config.notices()));
  }

  @AfterEach
  void close() throws StoreException {
    placement.close();
    files.close();
  }

  @Override
  protected void mkdir(String path) throws IOException {
    Files.createDirectory(mount.resolve(path.substring(1)));
  }

  @Override
  protected void changed(String path, long seconds) {
    byte[] mark = ByteBuffer.allocate(8).putInt((int) seconds).putInt(90).array();
    files.put(path, "trusted.glusterfs." + VOLUME + ".xtime", mark);
  }

  @Override
  protected Store files() {
    return files;
  }

  @Override
  protected Store withFeed(Store listed) {
    Xtime marker = new Xtime(files, new UnreachableSubvolumes(FakeVolume.mount(mount)));
    return new XtimeStore(listed, marker, placement);
  }

  @Override
  protected String cursor(long seconds) {
    return VOLUME + ":" + SINCE * 1_000_000L + ":" + (seconds * 1_000_000 + 90) + ":/";
  }

  @Test
  void aDirectoryWhoseMarkCannotBeReadIsNamedWithAllBelow() throws StoreException {
    changed("/", now);
    files.fail("/a", Kind.PERMISSION_DENIED);
    assertThat(named(withFeed(files))).containsExactlyInAnyOrder(entries("/"), tree("/a"));
  }

  private void reach(int second) throws IOException {
    graph.state(
        "rep-dht",
        "subvolumes[0] = cluster/replicate.rep-replicate-0",
        "subvolume_status[0] = 1",
        "subvolumes[1] = cluster/replicate.rep-replicate-1",
        "subvolume_status[1] = " + second);
  }

  private static void outage(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, failed -> assertThat(failed.kind()).isEqualTo(Kind.UNAVAILABLE))
        .hasMessageContaining("does not show all that changed while")
        .hasMessageContaining("h3:/b/3/rep, h4:/b/4/rep");
  }

  @Test
  void whileBricksAreAwayTheFeedFails() throws IOException {
    reach(0);
    outage(() -> named(withFeed(files)));
    assertThat(read(withFeed(files), "", new ArrayList<>())).isEqualTo(cursor(now - DAY));
    reach(1);
    assertThat(named(withFeed(files))).isEmpty();
  }

  @Test
  void bricksThatLeaveMeanwhileFailTheFeedAtItsEnd() throws IOException {
    reach(1);
    allChanged();
    try (ChangeFeed feed = withFeed(files).changes(StorePath.ROOT, cursor(now - DAY + 100))) {
      assertThat(feed.next()).isNotNull();
      reach(0);
      outage(
          () -> {
            while (feed.next() != null) {
              continue;
            }
          });
    }
  }

  /** The top of each mount has one inode number, whatever directory of the volume it shows. */
  @Test
  void aCursorIsOfThePlaceInTheVolume() throws IOException {
    String cursor = read(withFeed(files), "", new ArrayList<>());
    graph.option("rep-client-0", "subdir-mount", "/a");
    GlusterPlacement whole = placement;
    placement = placement();
    try (whole) {
      assertThatThrownBy(() -> withFeed(files).changes(StorePath.ROOT, cursor))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.EXPIRED));
      changed("/a", now);
      String below = read(withFeed(files), "", new ArrayList<>());
      assertThat(below).endsWith(":/a");
      assertThat(read(withFeed(files), below, new ArrayList<>())).isEqualTo(below);
    }
  }

  @Test
  void theVolumesIdentifierIsTheFileSystem() throws IOException {
    Store volume =
        new GlusterStore(
            files, new UnreachableSubvolumes(FakeVolume.mount(mount)), placement::volumeId);
    assertThat(volume.fileSystem(StorePath.ROOT)).contains("gluster:" + MetaGraph.ID);
    assertThat(withFeed(volume).fileSystem(StorePath.ROOT)).contains("gluster:" + VOLUME);
    files.fail("/", Kind.UNAVAILABLE);
    assertThat(withFeed(volume).fileSystem(StorePath.ROOT)).contains("gluster:" + MetaGraph.ID);
  }
}
