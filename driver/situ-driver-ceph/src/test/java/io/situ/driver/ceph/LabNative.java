package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.tree.Trees;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that are read past the mount, and the sessions that they are read in. */
final class LabNative {

  private static final int MB = 1 << 20;

  private static byte[] write(Store store, String path, int size) throws Exception {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    Trees.writeAll(store, StorePath.of(path), ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
    return bytes;
  }

  private static byte[] read(ReadHandle file, ByteBuffer room) throws Exception {
    byte[] bytes = new byte[(int) file.object().size()];
    int at = 0;
    for (int count = 0; count >= 0; count = file.read(at, room.clear())) {
      room.flip();
      if (count > 0) {
        room.get(bytes, at, count);
        at += count;
      }
    }
    assertThat(at).isEqualTo(bytes.length);
    return bytes;
  }

  @Test
  void allStoresShareOneSessionThatEndsWithTheLast() throws Exception {
    Files.createDirectories(Lab.MOUNT.resolve("native"));
    try (Store store = Lab.open("native", "read", "native")) {
      byte[] bytes = write(store, "/f", 9 * MB + 17);
      assertThat(NativeSessions.count()).isZero();
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT);
          Store other = Lab.open("native", "read", "native");
          ReadHandle same = other.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(NativeReadHandle.class);
        assertThat(same).isInstanceOf(NativeReadHandle.class);
        assertThat(NativeSessions.count()).isEqualTo(1);
        assertThat(read(file, ByteBuffer.allocateDirect(3 * MB))).isEqualTo(bytes);
        assertThat(read(same, ByteBuffer.allocate(3 * MB))).isEqualTo(bytes);
      }
      assertThat(NativeSessions.count()).isEqualTo(1);
    }
    assertThat(NativeSessions.count()).isZero();
  }

  @Test
  void whatWasOpenedIsReadAlsoWhenItsNameIsTakenByAnother() throws Exception {
    Files.createDirectories(Lab.MOUNT.resolve("replaced"));
    try (Store store = Lab.open("replaced", "read", "native")) {
      byte[] bytes = write(store, "/f", 5 * MB);
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        write(store, "/g", 2 * MB);
        store.rename(StorePath.of("/g"), StorePath.of("/f"), Store.RenameMode.REPLACE);
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
    }
  }

  @Test
  void withoutAKeyFilesAreReadThroughTheMount() throws Exception {
    Files.createDirectories(Lab.MOUNT.resolve("keyless"));
    try (Store store = Lab.open("keyless", "read", "native", "user", "nobody")) {
      byte[] bytes = write(store, "/f", MB);
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        assertThat(file).isNotInstanceOf(NativeReadHandle.class);
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
    }
  }
}
