// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LustreProviderTest {

  @Test
  void isFoundAndFitsLustreOnly() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::driver)
        .contains("lustre");
    assertThat(new LustreProvider().score(mount("lustre"))).isEqualTo(10);
    assertThat(new LustreProvider().score(mount("ext4"))).isZero();
  }

  private static Mount mount(String type) {
    return new Mount(1, StorePath.of("/mnt"), type, "10.0.0.1@tcp:/testfs", "rw");
  }

  @ParameterizedTest
  @CsvSource({
    "192.168.56.11@tcp:/testfs, testfs",
    "10.0.0.1@o2ib:10.0.0.2@o2ib:/scratch/project/a, scratch",
    "fe80::1@tcp:/work, work",
    "/dev/sda1, ''"
  })
  void theFileSystemsName(String source, String name) {
    assertThat(LustreProvider.fileSystem(source)).isEqualTo(name);
  }

  @Test
  void linesOfTheHostsFileThatAreOfNoServerAreReported(@TempDir Path directory) throws Exception {
    Path connections = directory.resolve("osc");
    for (String line :
        List.of(
            "testfs-OST0000-osc-ffff 0@lo",
            "testfs-OST0002-osc-ffff 192.168.77.2@tcp",
            "other-OST0000-osc-ffff 192.168.77.9@tcp")) {
      String[] fields = line.split(" ");
      Path device = Files.createDirectories(connections.resolve(fields[0]));
      Files.writeString(device.resolve("ost_conn_uuid"), fields[1] + "\n");
    }
    Path hosts = directory.resolve("hosts");
    StoreConfig config =
        new StoreConfig("s", Map.of("root", "/mnt", "hosts.file", hosts.toString()));

    Files.writeString(
        hosts, "testfs-OST0000\tnode1\n192.168.77.2\tnode2\n192.168.77.2@tcp\tnode2\n");
    assertThat(LustreProvider.unmatchedHosts(config, mount("lustre"), connections)).isEmpty();

    Files.writeString(hosts, "testfs-ost0000\tnode1\nnode2\tnode2\n192.168.77.9\tnode3\n");
    assertThat(LustreProvider.unmatchedHosts(config, mount("lustre"), connections))
        .hasValueSatisfying(
            found -> {
              assertThat(found.names()).containsExactly("192.168.77.9", "node2");
              assertThat(found.servers()).containsExactly("testfs-OST0000", "testfs-OST0002");
            });
    Path none = directory.resolve("none");
    assertThat(LustreProvider.unmatchedHosts(config, mount("lustre"), none)).isEmpty();
  }

  @Test
  void theLargestBlockOfANewFileIsThatOfItsLargestStripe() throws Exception {
    StoreConfig striped = new StoreConfig("s", Map.of("root", "/", "stripe.size.max", "64m"));

    assertThat(new LustreProvider().largestBlock(striped)).contains(64L << 20);
    assertThat(new LustreProvider().largestBlock(new StoreConfig("s", Map.of()))).isEmpty();
  }

  /** As {@code statfs} reports it, which may be a number with its highest bit set. */
  @Test
  void aFileSystemIsKnownByItsId() {
    assertThat(LustreStore.fileSystem(0x0000_0000_9fb1_7c2eL)).contains("lustre:9fb17c2e");
    assertThat(LustreStore.fileSystem(-1)).contains("lustre:ffffffffffffffff");
    assertThat(LustreStore.fileSystem(0)).isEmpty();
  }

  @Test
  void unknownKeysAreRefused() {
    assertThatThrownBy(
            () -> new LustreProvider().open(new StoreConfig("s", Map.of("root", "/", "x", "y"))))
        .hasMessageContaining("fs.situ.store.s.x");
  }

  @ParameterizedTest
  @CsvSource({
    "134217728, 10, 3, 134217728, 1",
    "134217728, 1000000000, 3, 134217728, 3",
    "134217728, 300000000, 9, 134217728, 3",
    "134217728, 0, 0, 134217728, 1",
    "100000000, 10, 3, 100007936, 1",
    "9000000000, 10, 3, 4294901760, 1"
  })
  void adviceIsAStripePerSplit(long split, long typical, int hosts, long stripe, int count) {
    LayoutAdvice.Query question = new LayoutAdvice.Query("/mnt/my data", split, typical, hosts);

    assertThat(new LustreProvider().advise(question).commands())
        .containsExactly("lfs setstripe -S " + stripe + " -c " + count + " '/mnt/my data'");
  }
}
