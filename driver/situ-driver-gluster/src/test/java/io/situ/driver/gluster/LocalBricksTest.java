// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A directory that stands for a mount, and one that stands for a brick on this host. */
final class LocalBricksTest {

  private static final String GFID = "trusted.gfid";
  private static final String TIMES = "trusted.glusterfs.mdata";
  private static final String MOUNTED = "of the mount";
  private static final String COPY = "of the brick";

  @TempDir private Path mount;
  @TempDir private Path brick;

  private final List<String> opened = new ArrayList<>();
  private FakeVolume volume;
  private FakeVolume copies;
  private LocalBricks bricks;

  @BeforeEach
  void make() throws IOException {
    volume = new FakeVolume(mount);
    copies = new FakeVolume(brick);
    write("f");
    new MetaGraph(mount)
        .brick("d-client-0", "localhost", brick.toString())
        .brick("d-client-1", "h2", "/b/2")
        .translator("d-dht", "cluster/distribute", "d-client-0", "d-client-1");
    bricks = bricks("off");
  }

  @AfterEach
  void close() throws StoreException {
    bricks.close();
    volume.close();
    copies.close();
  }

  private LocalBricks bricks(String heal) throws StoreException {
    StoreConfig config = new StoreConfig("vol", Map.of("heal.info", heal));
    PlacementSources sources =
        new PlacementSources(
            new HostMapping(Map.of()),
            SelfHealSource.of(config),
            Optional.empty(),
            config.notices());
    GlusterPlacement placement = new GlusterPlacement(volume, FakeVolume.mount(mount), sources);
    return new LocalBricks(
        placement,
        directory -> {
          opened.add(directory);
          return copies;
        });
  }

  /** Makes a file whose copy is on this host: of the same size, time and identifier. */
  private void write(String name) throws IOException {
    FileTime time = FileTime.fromMillis(1_700_000_000_123L);
    Files.setLastModifiedTime(Files.writeString(mount.resolve(name), MOUNTED), time);
    Files.setLastModifiedTime(Files.writeString(brick.resolve(name), COPY), time);
    copies.put("/" + name, GFID, gfid(file(name).version().identity()));
    report(name, "localhost");
  }

  private void report(String name, String host) {
    volume.put(
        "/" + name,
        ReplicaLocator.PATHINFO,
        "(<DISTRIBUTE:d-dht> <POSIX(" + brick + "):" + host + ":" + brick + "/" + name + ">) ");
  }

  private static byte[] gfid(long inode) {
    return ByteBuffer.allocate(16).putLong(0x0123_4567_89ab_4defL).putLong(inode).array();
  }

  private StoreObject file(String name) throws StoreException {
    return volume.stat(StorePath.of("/" + name), true);
  }

  /** What is read of a file from a brick; empty where no brick is read. */
  private String read(String name) throws StoreException {
    Optional<ReadHandle> handle = bricks.open(file(name), ReadHandle.Policy.SEQUENTIAL);
    if (handle.isEmpty()) {
      return "";
    }
    ByteBuffer room = ByteBuffer.allocate(100);
    try (ReadHandle copy = handle.get()) {
      copy.read(0, room);
    }
    return new String(room.array(), 0, room.position(), StandardCharsets.UTF_8);
  }

  @Test
  void aCopyThatIsCertainlyTheFileIsRead() throws IOException {
    write("two words");

    assertThat(read("f")).isEqualTo(COPY);
    assertThat(read("two words")).isEqualTo(COPY);
    assertThat(opened).as("a brick is opened once").containsExactly(brick.toString());
    assertThat(copies.isClosed()).isFalse();
    bricks.close();
    assertThat(copies.isClosed()).isTrue();
  }

  @Test
  void theTimeThatAllCopiesShareIsCompared() throws IOException {
    long modified = file("f").attributes().modifiedNanos();
    Files.setLastModifiedTime(brick.resolve("f"), FileTime.fromMillis(5));
    copies.put("/f", TIMES, times(modified));
    assertThat(read("f")).isEqualTo(COPY);

    copies.put("/f", TIMES, times(modified + 1));
    assertThat(read("f")).isEmpty();
    copies.put("/f", TIMES, new byte[56]);
    assertThat(read("f")).as("of a form that is not known").isEmpty();
  }

  private static byte[] times(long modified) {
    ByteBuffer times = ByteBuffer.allocate(57);
    times.putLong(25, modified / 1_000_000_000L).putLong(33, modified % 1_000_000_000L);
    return times.array();
  }

  @Test
  void aCopyOfAnotherSizeOrTimeIsNotRead() throws IOException {
    Files.setLastModifiedTime(brick.resolve("f"), FileTime.fromMillis(5));
    assertThat(read("f")).isEmpty();
    write("f");
    assertThat(read("f")).isEqualTo(COPY);
    FileTime time = Files.getLastModifiedTime(brick.resolve("f"));
    Files.setLastModifiedTime(Files.writeString(brick.resolve("f"), COPY + "!"), time);
    assertThat(read("f")).isEmpty();
  }

  @Test
  void aCopyOfAnotherFileIsNotRead() throws IOException {
    copies.put("/f", GFID, gfid(file("f").version().identity() + 1));
    assertThat(read("f")).isEmpty();
    copies.put("/f", GFID, new byte[8]);
    assertThat(read("f")).isEmpty();
  }

  /** As where this user is not root. */
  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"NO_ATTRIBUTE", "UNSUPPORTED", "PERMISSION_DENIED"})
  void aCopyWhoseIdentifierIsHiddenIsNotRead(Kind kind) throws IOException {
    copies.fail("/f", kind);

    assertThat(read("f")).isEmpty();
  }

  @Test
  void aCopyThatIsGoneIsNotRead() throws IOException {
    Files.delete(brick.resolve("f"));

    assertThat(read("f")).isEmpty();
  }

  @Test
  void aCopyOnAnotherHostIsNotOpened() throws IOException {
    report("f", "192.0.2.1");

    assertThat(read("f")).isEmpty();
    assertThat(opened).isEmpty();
  }

  @Test
  void anEmptyFileNeedsNoBrick() throws IOException {
    Files.createFile(mount.resolve("empty"));
    report("empty", "localhost");

    assertThat(read("empty")).isEmpty();
    assertThat(opened).isEmpty();
  }

  @Test
  void whereItIsNotKnownWhatWaitsForHealingNoBrickIsRead() throws IOException {
    Path other = Files.createDirectory(mount.resolve("other"));
    volume.close();
    volume = new FakeVolume(other);
    mount = other;
    new MetaGraph(other)
        .brick("r-client-0", "localhost", brick.toString())
        .brick("r-client-1", "h2", "/b/2")
        .translator("r-replicate-0", "cluster/replicate", "r-client-0", "r-client-1");
    write("r");
    volume.put(
        "/r",
        ReplicaLocator.PATHINFO,
        "(<REPLICATE:r-replicate-0> <POSIX("
            + brick
            + "):localhost:"
            + brick
            + "/r> <POSIX(/b/2):h2:/b/2/r>) ");
    bricks = bricks("off");
    assertThat(read("r")).isEmpty();

    Path heal = Files.writeString(brick.resolve("h"), "<cliOutput><opRet>0</opRet></cliOutput>");
    bricks = bricks(heal.toString());
    assertThat(read("r")).isEqualTo(COPY);
  }
}
