// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.driver.ceph.cephfs.CephProvider;
import io.situ.driver.ceph.cephfs.client.NativeListing;
import io.situ.driver.ceph.nativelib.FallbackReadHandle;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.WriteHandle;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.testkit.lab.JavaCommand;
import io.situ.storage.util.StoreFiles;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong in a cluster; the last of the lab's tests, for some of it stays. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
final class CephClusterFaults {

  private static final int MB = 1 << 20;
  private static final StorePath FILE = StorePath.of("/f");

  private static Path write(String directory, int size) throws Exception {
    Path made = Files.createDirectories(CephTestCluster.mount().resolve(directory));
    Files.write(made.resolve("f"), new byte[size]);
    return made;
  }

  private static int read(Store store) throws Exception {
    int total = 0;
    try (ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      ByteBuffer room = ByteBuffer.allocateDirect(MB);
      for (int count = 0; count >= 0; count = file.read(total, room.clear())) {
        total += count;
      }
    }
    return total;
  }

  /** Files are read through the mount, and no place is reported. */
  private static void assertWithoutPlacement(Store store, int size) throws Exception {
    StoreObject file = store.stat(FILE, true);
    assertThat(store.placement(file, 0, file.size())).isEmpty();
    assertThat(read(store)).isEqualTo(size);
  }

  @Test
  @Order(1)
  void aWrongKeyCostsPlacementAndNothingElse() throws Exception {
    write("wrong-key", MB);
    Path keyring = CephTestCluster.HERE.resolve("wrong.keyring");
    Files.writeString(keyring, "[client.situ]\n\tkey = AQAAAAAAAAAAABAAMDEyMzQ1Njc4OWFiY2RlZg==\n");
    Files.setPosixFilePermissions(keyring, PosixFilePermissions.fromString("rw-------"));
    try (Store store =
        CephTestCluster.open("wrong-key", "keyring", keyring.toString(), "read", "native")) {
      assertWithoutPlacement(store, MB);
    }
  }

  @Test
  @Order(2)
  void monitorsThatAreAwayCostPlacementAndNothingElse() throws Exception {
    write("no-monitor", MB);
    try (Store store = CephTestCluster.open("no-monitor", "conf", away().toString())) {
      assertWithoutPlacement(store, MB);
    }
  }

  @Tag("long")
  @Test
  @Order(2)
  void withoutAMountMonitorsThatAreAwayAreASentence() throws Exception {
    Path conf = away();
    assertThatThrownBy(() -> CephTestCluster.openMountless("no-monitor", "conf", conf.toString()))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
        .hasMessageContaining("cannot be reached as client.situ");
  }

  private static Path away() throws Exception {
    String text = Files.readString(CephTestCluster.CLUSTER.plan().conf());
    Path conf = CephTestCluster.HERE.resolve("away.conf");
    return Files.writeString(
        conf, text.replaceFirst("mon host = .*", "mon host = [v2:127.0.0.9:3300]"));
  }

  @Test
  @Order(3)
  void withoutTheLibraryFilesAreReadThroughTheMount() throws Exception {
    write("no-library", MB);
    assertThatAllIsReadThroughTheMount(
        "/dev/null", "libcephfs.so.2 cannot be loaded: install libcephfs2");
  }

  /** Any other library stands for one of a version that has not all the calls. */
  @Tag("long")
  @Test
  @Order(3)
  void withAnotherLibraryFilesAreReadThroughTheMount() throws Exception {
    write("no-library", MB);
    assertThatAllIsReadThroughTheMount(
        library("librados.so.2").toString(),
        "libcephfs.so.2 lacks calls that are needed: it is not that of Ceph 15 or later");
  }

  private static void assertThatAllIsReadThroughTheMount(String other, String sentence)
      throws Exception {
    String library = library("libcephfs.so.2").toString();
    CephTestCluster.run("mount", "--bind", other, library);
    try {
      assertThat(said(CephTestCluster.mount().resolve("no-library").toString(), "host"))
          .isEqualTo("through the mount: " + MB + "\n");
      assertThat(said("/no-library", "none")).isEqualTo("UNSUPPORTED: " + sentence + "\n");
    } finally {
      CephTestCluster.run("umount", library);
    }
  }

  private static Path library(String name) throws Exception {
    try (Stream<Path> found = Files.walk(Path.of("/usr/lib"), 2)) {
      return found
          .filter(path -> path.getFileName().toString().equals(name))
          .findFirst()
          .orElseThrow()
          .toRealPath();
    }
  }

  private static String said(String root, String mount) {
    return CephTestCluster.run(
        "", JavaCommand.of(Reader.class).call(root, CephTestCluster.CLUSTER.plan().conf(), mount));
  }

  /** A process that has not loaded the library. */
  static final class Reader {
    private Reader() {}

    /** Reads the file f of a directory, and says how. */
    public static void main(String[] arguments) throws Exception {
      Map<String, String> keys =
          Map.of("root", arguments[0], "conf", arguments[1], "mount", arguments[2]);
      try {
        read(new StoreConfig("lab", withNativeReads(keys)));
      } catch (StoreException e) {
        System.out.println(e.kind() + ": " + e.getMessage());
      }
    }

    private static Map<String, String> withNativeReads(Map<String, String> keys) {
      Map<String, String> all = new HashMap<>(keys);
      all.put("read", "native");
      return all;
    }

    private static void read(StoreConfig config) throws Exception {
      try (Store store = new CephProvider().open(config);
          ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
        String how = file instanceof FallbackReadHandle ? "natively" : "through the mount";
        System.out.println(how + ": " + CephClusterFaults.read(store));
      }
    }
  }

  /** Each key lacks what one kind of server asks for. */
  @ParameterizedTest
  @Order(2)
  @CsvSource({
    "no-osd,  true, mon=allow r:mgr=allow r:mds=allow rw, read PERMISSION_DENIED by OSDs write PERMISSION_DENIED by OSDs",
    "no-mgr,  false,mon=allow r:osd=allow rw tag cephfs data=cephfs:mds=allow rw, read OK write OK",
    "no-mon,  false,mgr=allow r:osd=allow rw tag cephfs data=cephfs:mds=allow rw, PERMISSION_DENIED"
  })
  void aKeyThatMayTooLittleCostsSpeedOrIsASentence(
      String name, boolean placed, String caps, String mountless) throws Exception {
    assertCost(name, placed, caps, mountless);
  }

  @Tag("long")
  @ParameterizedTest
  @Order(2)
  @CsvSource({
    "no-mds,  true, mon=allow r:mgr=allow r:osd=allow rw tag cephfs data=cephfs, PERMISSION_DENIED",
    "no-write,true, mon=allow r:mgr=allow r:osd=allow r tag cephfs data=cephfs:mds=allow r, read OK write PERMISSION_DENIED"
  })
  void soDoesOneThatMayNotUseOrChangeMetadata(
      String name, boolean placed, String caps, String mountless) throws Exception {
    assertCost(name, placed, caps, mountless);
  }

  /**
   * Opens, reads and writes with a key.
   *
   * @param placed whether it is known which hosts hold which bytes
   * @param mountless what comes of opening, reading and writing without the mount
   */
  private static void assertCost(String name, boolean placed, String caps, String mountless)
      throws Exception {
    write(name, MB);
    String keyring = keyring(name, caps).toString();
    try (Store store =
        CephTestCluster.open(name, "user", name, "keyring", keyring, "read", "native")) {
      assertThat(read(store)).isEqualTo(MB);
      assertThat(placement(store).isEmpty()).isEqualTo(!placed);
    }
    assertThat(withoutMount(name, keyring)).isEqualTo(mountless);
  }

  /** Layouts are for keys with {@code p}; a file is written all the same. */
  @Test
  @Order(2)
  void aKeyThatMaySetNoLayoutWritesWithTheOneOfTheDirectory() throws Exception {
    String name = "no-layout";
    write(name, MB);
    String caps = "mon=allow r:mgr=allow r:osd=allow rw tag cephfs data=cephfs:mds=allow rw";
    String keyring = keyring(name, caps).toString();
    String[] keys = {"user", name, "keyring", keyring, "object.size.max", "64m"};
    try (Store store = CephTestCluster.openMountless(name, keys)) {
      WriteHandle.Options options = WriteHandle.Options.EXCLUSIVE.withBlockSize(16 * MB);
      StoreFiles.writeAll(store, StorePath.of("/laid"), ByteBuffer.allocate(MB), options);
    }
    Path file = CephTestCluster.mount().resolve(name).resolve("laid");
    assertThat(Files.size(file)).isEqualTo(MB);
    String attribute = "ceph.file.layout.object_size";
    assertThat(CephTestCluster.run("getfattr", "--only-values", "-n", attribute, file.toString()))
        .isEqualTo("4194304");
  }

  /** CephFS takes larger layouts, and writes to such files hang. */
  @Test
  @Order(2)
  void aFileHasNoLargerObjectsThanOsdsTake() throws Exception {
    assertNoLargerObjects(false);
  }

  @Tag("long")
  @Test
  @Order(2)
  void aFileHasNoLargerObjectsThanOsdsTakeThroughTheMountToo() throws Exception {
    assertNoLargerObjects(true);
  }

  private static void assertNoLargerObjects(boolean mounted) throws Exception {
    String name = "limit-" + mounted;
    write(name, MB);
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    String option = "osd_max_object_size";
    CephTestCluster.run("ceph", "-c", conf, "config", "set", "osd", option, "8388608");
    String[] most = {"object.size.max", "64m"};
    try (Store store =
        mounted ? CephTestCluster.open(name, most) : CephTestCluster.openMountless(name, most)) {
      WriteHandle.Options options = WriteHandle.Options.EXCLUSIVE.withBlockSize(16 * MB);
      StoreFiles.writeAll(store, StorePath.of("/laid"), ByteBuffer.allocate(20 * MB), options);
    } finally {
      CephTestCluster.run("ceph", "-c", conf, "config", "rm", "osd", option);
    }
    Path file = CephTestCluster.mount().resolve(name).resolve("laid");
    assertThat(Files.size(file)).isEqualTo(20 * MB);
    String attribute = "ceph.file.layout.object_size";
    assertThat(CephTestCluster.run("getfattr", "--only-values", "-n", attribute, file.toString()))
        .isEqualTo("8388608");
  }

  private static String withoutMount(String name, String keyring) throws Exception {
    try (Store store = CephTestCluster.openMountless(name, "user", name, "keyring", keyring)) {
      return "read "
          + outcome(() -> assertThat(read(store)).isEqualTo(MB))
          + " write "
          + outcome(
              () ->
                  StoreFiles.writeAll(
                      store,
                      StorePath.of("/g"),
                      ByteBuffer.allocate(MB),
                      WriteHandle.Options.REPLACE));
    } catch (StoreException e) {
      return e.kind().name();
    }
  }

  private interface Act {
    void run() throws Exception;
  }

  private static String outcome(Act act) throws Exception {
    try {
      act.run();
      return "OK";
    } catch (StoreException e) {
      boolean bytes = e.getMessage().contains("OSDs refuse its bytes to the key of this store");
      return e.kind().name() + (bytes ? " by OSDs" : "");
    }
  }

  private static Path keyring(String name, String caps) throws Exception {
    Path file = CephTestCluster.HERE.resolve(name + ".keyring");
    List<String> command = new ArrayList<>(List.of("ceph-authtool", file.toString()));
    command.addAll(List.of("--create-keyring", "--gen-key", "-n", "client." + name));
    for (String cap : caps.strip().split(":")) {
      command.addAll(List.of("--cap", cap.split("=", 2)[0], cap.split("=", 2)[1]));
    }
    CephTestCluster.run(command.toArray(String[]::new));
    String conf = CephTestCluster.CLUSTER.plan().conf().toString();
    CephTestCluster.run("ceph", "-c", conf, "auth", "import", "-i", file.toString());
    return file;
  }

  /** What is there moves to the OSDs that are left. */
  @Tag("long")
  @Test
  @Order(4)
  void aFileThatMovedSinceItWasPlacedIsReadFromWhereItIs() throws Exception {
    write("moving", 64 * MB);
    try (Store store = CephTestCluster.open("moving", "read", "native")) {
      List<Extent> before = placement(store);
      assertThat(before).anyMatch(CephClusterFaults::isOnThird);
      CephTestCluster.CLUSTER.ceph(List.of("osd out 2"));
      List<Extent> after = before;
      while (after.stream().anyMatch(CephClusterFaults::isOnThird)) {
        Thread.sleep(500);
        try (Store fresh = CephTestCluster.open("moving", "read", "native")) {
          after = placement(fresh);
          assertThat(read(fresh)).isEqualTo(64 * MB);
        }
      }
      assertThat(after).hasSameSizeAs(before);
      assertThat(placement(store)).isEqualTo(before);
      assertThat(read(store)).isEqualTo(64 * MB);
    } finally {
      CephTestCluster.CLUSTER.ceph(List.of("osd in 2"));
    }
  }

  private static boolean isOnThird(Extent extent) {
    return extent.replicas().contains(Replica.on("node3"));
  }

  private static List<Extent> placement(Store store) throws Exception {
    StoreObject file = store.stat(FILE, true);
    return store.placement(file, 0, file.size());
  }

  /** Its standby goes on with what it was asked. */
  @Tag("long")
  @Test
  @Order(4)
  void aMetadataServerThatDiesWhileADirectoryIsListedCostsTime() throws Exception {
    int files = 3_000;
    fill("listed", files);
    try (Store store = CephTestCluster.open("listed");
        Listing listing = store.list(StorePath.ROOT, Listing.Options.FLAT.withScan())) {
      assertThat(listing).isInstanceOf(NativeListing.class);
      Set<StorePath> seen = new HashSet<>();
      seen.add(listing.next().path());
      CephTestCluster.kill("mds", activeServer());
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        assertThat(seen.add(next.path())).isTrue();
      }
      assertThat(seen).hasSize(files);
    }
  }

  private static Path fill(String directory, int files) throws Exception {
    Path top = Files.createDirectories(CephTestCluster.mount().resolve(directory));
    for (int i = 0; i < files; i++) {
      Files.createFile(top.resolve("f" + i));
    }
    return top;
  }

  private static String activeServer() {
    String status = CephTestCluster.CLUSTER.ceph(List.of("mds stat"));
    for (String host : List.of("node1", "node2")) {
      if (status.matches(
          "(?s).*<name>" + host + "</name>((?!<name>).)*<state>up:active</state>.*")) {
        return host;
      }
    }
    throw new IllegalStateException(status);
  }

  @Test
  @Order(5)
  void anOsdThatDiesWhileAFileIsReadCostsTime() throws Exception {
    write("survivor", 48 * MB);
    try (Store store = CephTestCluster.open("survivor", "read", "native");
        ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      ByteBuffer room = ByteBuffer.allocateDirect(MB);
      assertThat(file.read(0, room)).isPositive();
      CephTestCluster.kill("osd", "node3");
      int total = room.position();
      for (int count = 0; count >= 0; count = file.read(total, room.clear())) {
        total += count;
      }
      assertThat(total).isEqualTo(48 * MB);
    }
  }

  /** What was to be kept on the dead one is kept by those that are left. */
  @Tag("long")
  @Test
  @Order(6)
  void anOsdThatDiesWhileFilesAreWrittenAndListedCostsTime() throws Exception {
    CephTestCluster.CLUSTER.ceph(List.of("osd out 2"));
    CephTestCluster.awaitCopies();
    int files = 1_500;
    fill("written", files);
    byte[] part = new byte[MB];
    new Random(1).nextBytes(part);
    try (Store store = CephTestCluster.openMountless("written");
        Store mount = CephTestCluster.open("written");
        Listing listing = mount.list(StorePath.ROOT, Listing.Options.FLAT.withScan());
        WriteHandle file = store.create(StorePath.of("/g"), WriteHandle.Options.EXCLUSIVE)) {
      assertThat(listing.next()).isNotNull();
      for (int i = 0; i < 48; i++) {
        if (i == 4) {
          CephTestCluster.kill("osd", "node2");
        }
        file.write(ByteBuffer.wrap(part));
      }
      file.sync();
      int seen = 1;
      while (listing.next() != null) {
        seen++;
      }
      assertThat(seen).isBetween(files, files + 1);
    }
    try (InputStream in = Files.newInputStream(CephTestCluster.mount().resolve("written/g"))) {
      for (int i = 0; i < 48; i++) {
        assertThat(in.readNBytes(MB)).isEqualTo(part);
      }
      assertThat(in.read()).isNegative();
    }
  }
}
