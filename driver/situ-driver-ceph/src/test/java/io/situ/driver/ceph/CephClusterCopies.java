// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From which copies a task on node1 reads. */
final class CephClusterCopies {

  private static final int MB = 1 << 20;
  private static final int OBJECT = 4 * MB;
  private static final int OBJECTS = 24;

  /** So many objects that each placement group gets some. */
  private static final int MANY = 500;

  private static final int MOST_WRITES = 10;

  /** Bytes of other messages than those with content. */
  private static final long TALK = MB / 4;

  private static final String HERE = "node1";
  private static final ReadHandle.Options TASK = ReadHandle.Options.DEFAULT.withTask(true);

  /** Bytes by where their copies are. */
  private record Held(long first, long second, long elsewhere) {}

  /** What came from other hosts, by where its copies are. */
  private record Remote(long first, long second, long elsewhere) {}

  @Test
  void countAsLocalAsFarAsTheyWereRead() throws Exception {
    assertCountAsLocal(true);
  }

  @Tag("long")
  @Test
  void countAsLocalAsFarAsTheyWereReadWithoutTheMountToo() throws Exception {
    assertCountAsLocal(false);
  }

  private static void assertCountAsLocal(boolean mounted) throws Exception {
    String name = "copies-" + mounted;
    Path directory = Files.createDirectories(CephTestCluster.mount().resolve(name));
    write(directory.resolve("f"), OBJECTS, OBJECT);
    try (Store store = mounted ? CephTestCluster.open(name) : CephTestCluster.openMountless(name)) {
      StoreObject file = store.stat(StorePath.of("/f"), true);
      List<Extent> usual = store.placement(file, 0, file.size());
      assertThat(usual).allSatisfy(extent -> assertThat(extent.replicas()).hasSize(1));
      List<Extent> extents = store.placement(file, 0, file.size(), TASK);
      assertThat(extents).allSatisfy(extent -> assertThat(extent.replicas()).hasSize(2));
      assertThat(extents)
          .extracting(extent -> extent.replicas().get(0))
          .isEqualTo(usual.stream().map(extent -> extent.replicas().get(0)).toList());
      Held held = held(extents);

      // Of what was written last whole objects may be refused.
      Remote fresh = read(store, extents);
      assertThat(fresh.first()).isLessThan(TALK);
      assertThat((fresh.second() + TALK / 2) % OBJECT).isLessThan(TALK);
      assertThat(fresh.elsewhere()).isGreaterThan(held.elsewhere() - TALK);

      // The next write to each placement group has its OSDs know of the ones before.
      Remote settled = fresh;
      for (int i = 0; settled.second() >= TALK && i < MOST_WRITES; i++) {
        write(directory.resolve("more" + i), MANY, 1);
        settled = read(store, extents);
      }
      assertThat(settled.first() + settled.second()).isLessThan(TALK);
      assertThat(settled.elsewhere()).isGreaterThan(held.elsewhere() - TALK);
    }
  }

  /** Writes the first bytes of each of a file's objects, so that the OSDs have them. */
  private static void write(Path file, int objects, int bytes) throws Exception {
    byte[] content = new byte[bytes];
    new Random(objects).nextBytes(content);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long i = 0; i < objects; i++) {
        out.write(ByteBuffer.wrap(content), i * OBJECT);
      }
      out.force(true);
    }
  }

  private static Held held(List<Extent> extents) {
    long[] bytes = new long[3];
    for (Extent extent : extents) {
      bytes[index(extent)] += extent.length();
    }
    assertThat(bytes[1]).isPositive();
    return new Held(bytes[0], bytes[1], bytes[2]);
  }

  /** 0 if the first copy is on this host, 1 if the second is, 2 if none is. */
  private static int index(Extent extent) {
    int index = extent.replicas().stream().map(Replica::host).toList().indexOf(HERE);
    return index < 0 ? extent.replicas().size() : index;
  }

  private static Remote read(Store store, List<Extent> extents) throws Exception {
    long[] remote = new long[3];
    try (ReadHandle file = store.open(StorePath.of("/f"), TASK)) {
      ByteBuffer room = ByteBuffer.allocateDirect(MB);
      for (Extent extent : extents) {
        for (long at = extent.offset(); at < extent.end(); at += room.position()) {
          room.clear().limit((int) Math.min(MB, extent.end() - at));
          file.readFully(List.of(new ReadHandle.Range(at, room)));
        }
        remote[index(extent)] += file.remoteBytes(extent.offset(), extent.length()).orElseThrow();
      }
    }
    return new Remote(remote[0], remote[1], remote[2]);
  }
}
