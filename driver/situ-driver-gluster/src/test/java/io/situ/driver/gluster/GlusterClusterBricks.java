// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Reading from a brick. Of three copies that on the first brick, the only one that is said to be on
 * this host, is spoilt behind the volume's back; the mount reads from the second.
 */
final class GlusterClusterBricks {

  private static final int SIZE = 300_000;

  private static Store open(String... more) throws IOException {
    Path hosts = Files.createTempFile("hosts", ".tsv");
    Files.write(hosts, List.of("h1\tnode1", "h2\tfar1.invalid", "h3\tfar2.invalid"));
    String[] all = {"hosts.file", hosts.toString(), "read", "brick"};
    String[] keysAndValues = Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, keysAndValues, all.length, more.length);
    return GlusterTestCluster.open("three", keysAndValues);
  }

  private static Path copy(String name) {
    return GlusterTestCluster.BRICKS.resolve("1/three" + name);
  }

  /** Changes bytes and keeps their number. */
  private static byte[] spoil(byte[] content, String name) throws IOException {
    byte[] spoilt = content.clone();
    spoilt[0]++;
    spoilt[SIZE - 1]++;
    Files.write(copy(name), spoilt, StandardOpenOption.WRITE);
    return spoilt;
  }

  private static byte[] read(Store store, String name) throws IOException {
    return StoreFiles.readAll(store, StorePath.of(name), 1 << 20);
  }

  @Test
  void aGoodCopyOnThisHostIsRead() throws IOException {
    try (Store store = open();
        Store mount = GlusterTestCluster.open("three")) {
      byte[] content = GlusterTestCluster.write(store, "/here", SIZE);
      byte[] spoilt = spoil(content, "/here");
      assertThat(read(store, "/here")).isEqualTo(spoilt);
      assertThat(read(mount, "/here")).isEqualTo(content);
    }
  }

  @Test
  void whereItIsNotKnownWhatWaitsForHealingTheMountIsRead() throws IOException {
    try (Store store = open("heal.info", "off")) {
      byte[] content = GlusterTestCluster.write(store, "/unknown", SIZE);
      spoil(content, "/unknown");
      assertThat(read(store, "/unknown")).isEqualTo(content);
    }
  }

  @Test
  void aCopyOfAnotherSizeIsNotRead() throws IOException {
    try (Store store = open()) {
      byte[] content = GlusterTestCluster.write(store, "/longer", SIZE);
      spoil(content, "/longer");
      Files.write(copy("/longer"), new byte[1], StandardOpenOption.APPEND);
      assertThat(read(store, "/longer")).isEqualTo(content);
    }
  }

  @Test
  void aCopyOfAnotherTimeIsNotRead() throws IOException {
    try (Store store = open();
        Store bricks = GlusterTestCluster.bricks()) {
      byte[] content = GlusterTestCluster.write(store, "/older", SIZE);
      spoil(content, "/older");
      StorePath path = StorePath.of("/1/three/older");
      ByteBuffer times = ByteBuffer.wrap(bricks.xattrs(path).get("trusted.glusterfs.mdata"));
      times.putLong(33, times.getLong(33) ^ 1);
      bricks.setXattr(path, "trusted.glusterfs.mdata", times, XattrMode.REPLACE);
      assertThat(read(store, "/older")).isEqualTo(content);
    }
  }

  @Test
  void aCopyThatIsGoneIsNotMissed() throws IOException {
    try (Store store = open()) {
      byte[] content = GlusterTestCluster.write(store, "/gone", SIZE);
      Files.delete(copy("/gone"));
      assertThat(read(store, "/gone")).isEqualTo(content);
    }
  }

  @Test
  void filesThatDoNotLieWholeOnABrickAreReadThroughTheMount() throws IOException {
    for (String volume : List.of("shard", "disp")) {
      try (Store store = GlusterTestCluster.open(volume, "read", "brick")) {
        byte[] content = GlusterTestCluster.write(store, "/pieces", 5_000_000);
        assertThat(StoreFiles.readAll(store, StorePath.of("/pieces"), 1 << 23)).isEqualTo(content);
      }
    }
  }
}
