// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.mounted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.CephClusterExit;
import io.situ.driver.ceph.CephTestCluster;
import io.situ.driver.ceph.cephfs.client.CephClusterSessions;
import io.situ.driver.ceph.cephfs.client.NativeDirectory;
import io.situ.driver.ceph.cephfs.client.NativeListing;
import io.situ.driver.ceph.cluster.CephClusterConfig;
import io.situ.storage.Attributes;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.StoreWarnings;
import io.situ.storage.mounted.MountedStore;
import io.situ.storage.mounted.Placement;
import io.situ.storage.testkit.lab.JavaCommand;
import io.situ.storage.util.StoreFiles;
import io.situ.testing.ceph.CephPlan;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that are read past the mount, and the sessions that they are read in. */
public final class CephClusterNative {

  private static final int MB = 1 << 20;

  private static byte[] write(Store store, String path, int size) throws Exception {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    StoreFiles.writeAll(
        store, StorePath.of(path), ByteBuffer.wrap(bytes), WriteHandle.Options.REPLACE);
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
    Files.createDirectories(CephTestCluster.mount().resolve("native"));
    try (Store store = CephTestCluster.open("native", "read", "native")) {
      byte[] bytes = write(store, "/f", 9 * MB + 17);
      assertThat(CephClusterSessions.count()).isZero();
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT);
          Store other = CephTestCluster.open("native", "read", "native");
          ReadHandle same = other.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(NativeReadHandle.class);
        assertThat(same).isInstanceOf(NativeReadHandle.class);
        assertThat(CephClusterSessions.count()).isEqualTo(1);
        assertThat(read(file, ByteBuffer.allocateDirect(3 * MB))).isEqualTo(bytes);
        assertThat(read(same, ByteBuffer.allocate(3 * MB))).isEqualTo(bytes);
      }
      assertThat(CephClusterSessions.count()).isEqualTo(1);
    }
    assertThat(CephClusterSessions.count()).isZero();
  }

  @Test
  void whatWasOpenedIsReadAlsoWhenItsNameIsTakenByAnother() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("replaced"));
    try (Store store = CephTestCluster.open("replaced", "read", "native")) {
      byte[] bytes = write(store, "/f", 5 * MB);
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        write(store, "/g", 2 * MB);
        store.rename(StorePath.of("/g"), StorePath.of("/f"), Store.RenameMode.REPLACE);
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
    }
  }

  /** By default only tasks, and only what is worth a second opening. */
  @Test
  void aTaskReadsLargeFilesPastTheMount() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("task"));
    ReadHandle.Options task = ReadHandle.Options.DEFAULT.withTask(true);
    try (Store store = CephTestCluster.open("task")) {
      byte[] large = write(store, "/large", 9 * MB + 17);
      byte[] small = write(store, "/small", MB);
      try (ReadHandle first = store.open(StorePath.of("/large"), ReadHandle.Options.DEFAULT);
          ReadHandle second = store.open(StorePath.of("/small"), task)) {
        assertThat(first).isNotInstanceOf(NativeReadHandle.class);
        assertThat(second).isNotInstanceOf(NativeReadHandle.class);
        assertThat(read(second, ByteBuffer.allocateDirect(MB))).isEqualTo(small);
        assertThat(CephClusterSessions.count()).isZero();
      }
      try (ReadHandle file = store.open(StorePath.of("/large"), task)) {
        assertThat(file).isInstanceOf(NativeReadHandle.class);
        assertThat(read(file, ByteBuffer.allocateDirect(MB / 2))).isEqualTo(large);
        assertThat(CephClusterSessions.count()).isEqualTo(1);
      }
    }
    assertThat(CephClusterSessions.count()).isZero();
    try (Store store = CephTestCluster.open("task", "read", "mount");
        ReadHandle file = store.open(StorePath.of("/large"), task)) {
      assertThat(file).isNotInstanceOf(NativeReadHandle.class);
    }
  }

  @Test
  void withoutAKeyFilesAreReadThroughTheMount() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("keyless"));
    try (Store store = CephTestCluster.open("keyless", "read", "native", "user", "nobody")) {
      byte[] bytes = write(store, "/f", MB);
      try (ReadHandle file = store.open(StorePath.of("/f"), ReadHandle.Options.DEFAULT)) {
        assertThat(file).isNotInstanceOf(NativeReadHandle.class);
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
    }
  }

  @Test
  void aProcessThatEndsEndsItsSession() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("exit"));
    try (Store store = CephTestCluster.open("exit")) {
      write(store, "/f", 5 * MB);
    }
    long before = CephTestCluster.sessions();
    Process process =
        new ProcessBuilder(JavaCommand.of(CephClusterExit.class).call("exit", "/f"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = process.inputReader()) {
      assertThat(said.readLine()).isEqualTo("has read");
      assertThat(CephTestCluster.sessions()).isEqualTo(before + 1);
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
      assertThat(process.waitFor()).isZero();
      assertThat(CephTestCluster.sessions()).isEqualTo(before);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aSessionThatTheClusterEndsIsBegunAgain() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("ended"));
    StorePath path = StorePath.of("/f");
    try (Store store = CephTestCluster.open("ended", "read", "native")) {
      byte[] bytes = write(store, "/f", 9 * MB);
      try (ReadHandle file = store.open(path, ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(NativeReadHandle.class);
        CephClusterSessions.evict("/");
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
      try (ReadHandle file = store.open(path, ReadHandle.Options.DEFAULT)) {
        assertThat(file).isInstanceOf(NativeReadHandle.class);
        assertThat(read(file, ByteBuffer.allocateDirect(MB))).isEqualTo(bytes);
      }
      CephClusterSessions.evict("/");
      assertThat(list(store, "/", SCAN)).containsEntry(path, store.stat(path, true));
      try (Listing listing = store.list(StorePath.ROOT, SCAN)) {
        assertThat(listing).isInstanceOf(NativeListing.class);
      }
      assertThat(CephClusterSessions.count()).isEqualTo(1);
    }
    assertThat(CephClusterSessions.count()).isZero();
  }

  private static final Listing.Options SCAN = Listing.Options.FLAT.withScan();

  private static Map<StorePath, StoreObject> list(Store store, String path, Listing.Options options)
      throws Exception {
    Map<StorePath, StoreObject> objects = new HashMap<>();
    try (Listing listing = store.list(StorePath.of(path), options)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        assertThat(objects.put(next.path(), next)).isNull();
      }
    }
    return objects;
  }

  @Test
  void aScanSeesWhatTheMountSees() throws Exception {
    assertThatAScanSeesWhatTheMountSees(true);
  }

  @Tag("long")
  @Test
  void aScanThatAsksForNoPlacementSeesWhatTheMountSees() throws Exception {
    assertThatAScanSeesWhatTheMountSees(false);
  }

  private static void assertThatAScanSeesWhatTheMountSees(boolean placement) throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("scanned"));
    Listing.Options options = placement ? SCAN.withPlacement() : SCAN;
    try (Store store = CephTestCluster.open("scanned");
        Store mount = CephTestCluster.open("scanned", "scan", "mount")) {
      String top = "/top" + placement;
      store.mkdir(StorePath.of(top), 0750);
      for (String name :
          new String[] {"plain", "two words", "a\nb", "\u00fcml\u00e4ut", "#%:", "n".repeat(255)}) {
        write(store, top + "/" + name, name.length() * 20_011);
      }
      StorePath bytes = StorePath.of(top).child(odd());
      StoreFiles.writeAll(store, bytes, ByteBuffer.allocate(9), WriteHandle.Options.REPLACE);
      for (int i = 0; i < 2_500; i++) {
        Files.createFile(CephTestCluster.mount().resolve("scanned" + top + "/empty" + i));
      }
      store.mkdir(StorePath.of(top + "/below"), 0701);
      write(store, top + "/below/deep", 1);
      store.createSymlink(StorePath.of(top + "/link"), "plain");
      store.createSymlink(StorePath.of(top + "/dangling"), "no such file");
      store.createHardLink(StorePath.of(top + "/twin"), StorePath.of(top + "/plain"));
      CephTestCluster.run(
          "mkfifo", CephTestCluster.mount().resolve("scanned" + top + "/fifo").toString());
      CephTestCluster.run(
          "chown",
          "12345:54321",
          CephTestCluster.mount().resolve("scanned" + top + "/plain").toString());
      store.setAttributes(
          StorePath.of(top + "/empty7"), Attributes.Change.NONE.withModified(1_234_567_891L));

      Map<StorePath, StoreObject> seen = list(store, top, options);
      assertThat(seen).hasSize(2_500 + 6 + 1 + 1 + 3 + 1).isEqualTo(list(mount, top, options));
      assertThat(seen.get(StorePath.of(top + "/plain")).extents().isEmpty()).isEqualTo(!placement);
      try (Listing listing = store.list(StorePath.of(top), options)) {
        assertThat(listing).isInstanceOf(NativeListing.class);
        assertThat(listing.next()).isNotNull();
      }
      assertThat(store.list(StorePath.of(top), Listing.Options.FLAT))
          .isNotInstanceOf(NativeListing.class);
      assertThatThrownBy(() -> list(store, top + "/plain", options))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.NOT_A_DIRECTORY));
      assertThatThrownBy(() -> list(store, "/none", options))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.NOT_FOUND));
    }
    assertThat(CephClusterSessions.count()).isZero();
  }

  /** The mount's client writes back, and the servers know less than it for a while. */
  @Test
  void aScanSeesWhatWasJustWritten() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("fresh"));
    try (Store store = CephTestCluster.open("fresh")) {
      for (int i = 0; i < 20; i++) {
        write(store, "/f" + i, 5 * MB + i);
        StorePath path = StorePath.of("/f" + i);
        assertThat(list(store, "/", SCAN)).containsEntry(path, store.stat(path, true));
      }
    }
  }

  /** Of files that are laid out alike only one is asked for, in each directory. */
  @Test
  void aScanReportsEveryLayout() throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve("laid-out"));
    List<String> layouts =
        List.of(
            "stripe_unit=65536 stripe_count=3 object_size=1048576 pool=cephfs_data",
            "stripe_unit=65536 stripe_count=2 object_size=1048576 pool=cephfs_data",
            "stripe_unit=1048576 stripe_count=1 object_size=1048576 pool=parts");
    for (String directory : new String[] {"alike", "mixed", "named"}) {
      Files.createDirectory(top.resolve(directory));
    }
    CephTestCluster.run(
        "setfattr", "-n", "ceph.dir.layout.pool_namespace", "-v", "n", top + "/named");
    try (Store store = CephTestCluster.open("laid-out", "replicas", "all");
        Store mount = CephTestCluster.open("laid-out", "replicas", "all", "scan", "mount")) {
      for (int i = 0; i < 6; i++) {
        String layout = layouts.get(i % layouts.size());
        CephTestCluster.run("setfattr", "-n", "ceph.dir.layout", "-v", layout, top + "/mixed");
        for (String directory : new String[] {"alike", "mixed", "named"}) {
          write(store, "/" + directory + "/f" + i, 5 * MB + i);
        }
      }
      for (String directory : new String[] {"/alike", "/mixed", "/named"}) {
        Map<StorePath, StoreObject> seen = list(store, directory, SCAN.withPlacement());
        assertThat(seen).hasSize(6).isEqualTo(list(mount, directory, SCAN.withPlacement()));
        assertThat(seen.values()).anySatisfy(file -> assertThat(file.extents()).isNotEmpty());
      }
    }
  }

  /** A name that is no UTF-8. */
  private static String odd() {
    return StorePath.decode(new byte[] {'x', (byte) 0xff, (byte) 0xc3});
  }

  @Test
  void withoutAKeyDirectoriesAreScannedThroughTheMount() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("keyless-scan"));
    try (Store store = CephTestCluster.open("keyless-scan", "user", "nobody")) {
      write(store, "/f", 1);
      assertThat(list(store, "/", SCAN)).containsOnlyKeys(StorePath.of("/f"));
    }
  }

  /** In another file system of the cluster the same number is another directory's. */
  @Test
  void whatIsNotWhatTheMountShowsIsNotOpened() throws Exception {
    Files.createDirectories(CephTestCluster.mount().resolve("other"));
    try (MountedStore mount =
            MountedStore.open(
                new StoreConfig("lab", Map.of("root", CephTestCluster.mount().toString())),
                "ceph",
                Placement.NONE);
        NativeClient client =
            new NativeClient(
                mount,
                new CephClusterConfig(conf(), CephPlan.USER, none(), none()),
                new StoreWarnings())) {
      StoreObject directory = mount.stat(StorePath.of("/other"), true);
      try (NativeDirectory opened = client.open(directory).orElseThrow()) {
        assertThat(opened.next()).isZero();
      }
      Files.setLastModifiedTime(CephTestCluster.mount().resolve("other"), FileTime.fromMillis(1));
      assertThat(client.open(directory)).isEmpty();
    }
  }

  private static Optional<String> conf() {
    return Optional.of(CephTestCluster.CLUSTER.plan().conf().toString());
  }

  private static Optional<String> none() {
    return Optional.empty();
  }
}
