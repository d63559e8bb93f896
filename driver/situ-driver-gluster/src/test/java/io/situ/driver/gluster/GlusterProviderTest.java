// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.HostMapping;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlusterProviderTest {

  @TempDir Path root;

  private Store open(String... keysAndValues) throws StoreException {
    Map<String, String> values = new HashMap<>(Map.of("root", root.toString()));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new GlusterProvider().open(new StoreConfig("vol", values));
  }

  @Test
  void isFoundAndFitsGlusterOnly() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::driver)
        .contains("gluster");
    StoreProvider provider = new GlusterProvider();
    assertThat(provider.score(mount("fuse.glusterfs"))).isEqualTo(10);
    assertThat(provider.score(mount("ext4"))).isZero();
  }

  private static Mount mount(String type) {
    return new Mount(1, StorePath.of("/mnt"), type, "g1:/vol", "rw");
  }

  @Test
  void whereTheMountDoesNotReportNothingIsSaid() throws Exception {
    Files.writeString(root.resolve("f"), "content");
    try (Store store = open("heal.info", "off")) {
      StoreObject file = store.stat(StorePath.of("/f"), true);
      assertThat(store.placement(file, 0, 7)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "heal.info, sometimes, fs.situ.store.vol.heal.info",
    "heal.interval, 0, fs.situ.store.vol.heal.interval",
    "heal.interval, soon, fs.situ.store.vol.heal.interval",
    "hosts.file, /no/such/file, fs.situ.store.vol.hosts.file",
    "admin.mount, /no/such/directory, fs.situ.store.vol.admin.mount",
    "read, anywhere, fs.situ.store.vol.read",
    "hosts, x, fs.situ.store.vol.hosts"
  })
  void aSenselessValueIsRefusedByItsName(String key, String value, String named) {
    assertThatThrownBy(() -> open(key, value))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(named)
        .extracting(failure -> ((StoreException) failure).kind())
        .isEqualTo(StoreException.Kind.INVALID_ARGUMENT);
  }

  @Test
  void hostNames() throws StoreException {
    HostMapping hosts =
        HostMapping.parse(
            List.of("# brick\tengine", "", "10.0.0.1\tnode1.example\t/r1", "G2 \t node2"), "f");
    assertThat(hosts.find("10.0.0.1"))
        .contains(new HostMapping.Host("node1.example", Optional.of("/r1")));
    assertThat(hosts.find("g2")).contains(new HostMapping.Host("node2", Optional.empty()));
    assertThat(hosts.find("g3")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"one", "'a\t'", "'a\tb\track'", "'a\tb\t/r\tx'"})
  void aLineThatIsNoHostIsRefused(String line) {
    assertThatThrownBy(() -> HostMapping.parse(List.of("x\ty", line), "the file"))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the file, line 2");
  }

  @Test
  void sizes() throws Exception {
    assertThat(VolumeGraphReader.bytes("4MB")).isEqualTo(4 << 20);
    assertThat(VolumeGraphReader.bytes("64MB")).isEqualTo(64 << 20);
    assertThat(VolumeGraphReader.bytes("4194304")).isEqualTo(4 << 20);
  }
}
