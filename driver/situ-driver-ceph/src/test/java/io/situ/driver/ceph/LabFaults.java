package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreConfig;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

/** What goes wrong in a cluster; the last of the lab's tests, for some of it stays. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
final class LabFaults {

  private static final int MB = 1 << 20;
  private static final StorePath FILE = StorePath.of("/f");

  private static Path write(String directory, int size) throws Exception {
    Path made = Files.createDirectories(Lab.MOUNT.resolve(directory));
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

  /** Files are read through the mount, and no place is told. */
  private static void assertWithoutPlacement(Store store, int size) throws Exception {
    StoreObject file = store.stat(FILE, true);
    assertThat(store.placement(file, 0, file.size())).isEmpty();
    assertThat(read(store)).isEqualTo(size);
  }

  @Test
  @Order(1)
  void aWrongKeyCostsPlacementAndNothingElse() throws Exception {
    write("wrong-key", MB);
    Path keyring = Lab.HERE.resolve("wrong.keyring");
    Files.writeString(keyring, "[client.situ]\n\tkey = AQAAAAAAAAAAABAAMDEyMzQ1Njc4OWFiY2RlZg==\n");
    try (Store store = Lab.open("wrong-key", "keyring", keyring.toString(), "read", "native")) {
      assertWithoutPlacement(store, MB);
    }
  }

  @Test
  @Order(2)
  void monitorsThatAreAwayCostPlacementAndNothingElse() throws Exception {
    write("no-monitor", MB);
    try (Store store = Lab.open("no-monitor", "conf", away().toString())) {
      assertWithoutPlacement(store, MB);
    }
  }

  @Test
  @Order(2)
  void withoutAMountMonitorsThatAreAwayAreASentence() throws Exception {
    Path conf = away();
    assertThatThrownBy(() -> Lab.openMountless("no-monitor", "conf", conf.toString()))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
        .hasMessageContaining("cannot be reached as client.situ");
  }

  private static Path away() throws Exception {
    String text = Files.readString(Lab.CLUSTER.plan().conf());
    Path conf = Lab.HERE.resolve("away.conf");
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
    Lab.run("mount", "--bind", other, library);
    try {
      assertThat(said(Lab.MOUNT.resolve("no-library").toString(), "host"))
          .isEqualTo("through the mount: " + MB + "\n");
      assertThat(said("/no-library", "none")).isEqualTo("UNSUPPORTED: " + sentence + "\n");
    } finally {
      Lab.run("umount", library);
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
    return Lab.run(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp",
        System.getProperty("java.class.path"),
        Reader.class.getName(),
        root,
        Lab.CLUSTER.plan().conf().toString(),
        mount);
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
        String how = file instanceof NativeReadHandle ? "natively" : "through the mount";
        System.out.println(how + ": " + LabFaults.read(store));
      }
    }
  }

  @Test
  @Order(4)
  void anOsdThatDiesWhileAFileIsReadCostsTime() throws Exception {
    write("survivor", 48 * MB);
    try (Store store = Lab.open("survivor", "read", "native");
        ReadHandle file = store.open(FILE, ReadHandle.Options.DEFAULT)) {
      ByteBuffer room = ByteBuffer.allocateDirect(MB);
      assertThat(file.read(0, room)).isPositive();
      Lab.kill("osd", "node3");
      int total = room.position();
      for (int count = 0; count >= 0; count = file.read(total, room.clear())) {
        total += count;
      }
      assertThat(total).isEqualTo(48 * MB);
    }
  }
}
