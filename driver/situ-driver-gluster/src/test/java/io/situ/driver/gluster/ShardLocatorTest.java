// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.driver.gluster.GlusterVolume.Brick;
import io.situ.storage.Attributes;
import io.situ.storage.Extent;
import io.situ.storage.Replica;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of 10,000,000 bytes in shards of 4 MiB, of which the mount for users shows one. */
final class ShardLocatorTest {

  private static final String GFID = "b2978546-37bd-4c39-adc3-40ed7e58937e";
  private static final long SHARD = 4 << 20;
  private static final long SIZE = 10_000_000;
  private static final List<Replica> FIRST = List.of(Replica.on("first"));
  private static final GlusterVolume VOLUME =
      new GlusterVolume(
          Optional.empty(),
          "s",
          StorePath.ROOT,
          true,
          OptionalLong.of(SHARD),
          List.of(
              new Brick("h1", "/b", "", false),
              new Brick("h2", "/b", "", false),
              new Brick("h3", "/b", "", false)));

  @TempDir private Path directory;

  private final StoreWarnings notices = new StoreWarnings();
  private FakeVolume admin;
  private ShardLocator shards;

  @BeforeEach
  void make() throws IOException {
    admin = new FakeVolume(directory);
    StoreConfig config = new StoreConfig("vol", Map.of("heal.info", "off"));
    ReplicaLocator copies =
        new ReplicaLocator(
            new HostMapping(Map.of()),
            SelfHealSource.of(config),
            new VolumeCache(FakeVolume.mount(directory), notices));
    shards = new ShardLocator(admin, copies, notices);
    show(SHARD);
    admin.put("/f", "glusterfs.gfid.string", GFID);
    admin.put("/f", "trusted.glusterfs.shard.block-size", number(SHARD));
    report(1, "h2");
    report(2, "h3");
  }

  @AfterEach
  void close() throws StoreException {
    shards.close();
  }

  /** Makes the file as long as its first shard is. */
  private void show(long length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve("f").toFile(), "rw")) {
      file.setLength(length);
    }
  }

  private static byte[] number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private void report(int shard, String host) {
    String path = "/.shard/" + GFID + "." + shard;
    admin.put(
        path,
        ReplicaLocator.PATHINFO,
        "(<DISTRIBUTE:s-dht> <POSIX(/b):" + host + ":/b" + path + ">) ");
  }

  private List<Extent> extents(long size, long offset, long length) throws StoreException {
    StoreObject file =
        new StoreObject(
            StorePath.of("/f"),
            StoreObject.Kind.FILE,
            size,
            new Attributes("u", "g", 0644, 0, 0, 0),
            new StoreObject.Version(1, 1));
    ReplicaLocator.Place place =
        new ReplicaLocator.Place(admin, file.path(), StorePath.ROOT, OptionalInt.empty());
    return shards.extents(VOLUME, place, file, FIRST, new ByteRange(offset, length));
  }

  private static Extent shard(int number, long offset, long length, String host) {
    Optional<String> path = Optional.of("/b/.shard/" + GFID + "." + number);
    return new Extent(offset, length, List.of(new Replica(host, Optional.empty(), 1, path)));
  }

  @Test
  void eachShardHasAnExtent() throws StoreException {
    assertThat(extents(SIZE, 0, SIZE))
        .containsExactly(
            new Extent(0, SHARD, FIRST),
            shard(1, SHARD, SHARD, "h2"),
            shard(2, 2 * SHARD, SIZE - 2 * SHARD, "h3"));
  }

  @Test
  void ofARangeOnlyItsShardsAreAskedFor() throws StoreException {
    assertThat(extents(SIZE, SHARD + 5, 10)).containsExactly(shard(1, SHARD + 5, 10, "h2"));
    assertThat(admin.questions()).isEqualTo(1);
    assertThat(extents(SIZE, SHARD - 5, 10))
        .containsExactly(new Extent(SHARD - 5, 5, FIRST), shard(1, SHARD, 5, "h2"));
  }

  @Test
  void aShardThatWasNeverWrittenIsAHole() throws StoreException {
    assertThat(extents(4 * SHARD, 0, 4 * SHARD))
        .extracting(Extent::offset)
        .containsExactly(0L, SHARD, 2 * SHARD);
  }

  @Test
  void aFileOfOneShardIsWhereItsFirstBytesAre() throws IOException {
    show(1000);

    assertThat(extents(1000, 0, 1000)).containsExactly(new Extent(0, 1000, FIRST));
    assertThat(admin.questions()).isZero();
  }

  /** Only the superuser may read the size of a file's shards. */
  @Test
  void theLengthThatIsShownIsTheSizeWhereTheVolumeSaysTheSame() throws IOException {
    admin.put("/f", "trusted.glusterfs.shard.block-size", new byte[0]);
    assertThat(extents(SIZE, 0, SIZE)).as("of a form that is not known").hasSize(1);

    ReplicaLocator.Place place =
        new ReplicaLocator.Place(admin, StorePath.of("/g"), StorePath.ROOT, OptionalInt.empty());
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve("g").toFile(), "rw")) {
      file.setLength(SHARD);
      admin.put("/g", "glusterfs.gfid.string", GFID);
      assertThat(extents(place)).hasSize(3);
      file.setLength(SHARD - 1);
      assertThat(extents(place)).containsExactly(new Extent(0, SHARD - 1, FIRST));
    }
  }

  private List<Extent> extents(ReplicaLocator.Place place) throws StoreException {
    StoreObject file =
        new StoreObject(
            place.path(),
            StoreObject.Kind.FILE,
            SIZE,
            new Attributes("u", "g", 0644, 0, 0, 0),
            new StoreObject.Version(1, 1));
    return shards.extents(VOLUME, place, file, FIRST, new ByteRange(0, SIZE));
  }

  @Test
  void ofAGiantTheFirstShardsAreAskedFor() throws StoreException {
    admin.fail("/.shard/" + GFID + ".1", Kind.NOT_FOUND);

    assertThat(extents(Long.MAX_VALUE, 0, Long.MAX_VALUE)).hasSize(2);
    assertThat(admin.questions()).isEqualTo(ShardLocator.MAX_ASKED - 1);
    assertThat(notices.sentences()).singleElement().asString().contains("'/f'");
    assertThat(notices.anyFault()).isFalse();
  }
}
