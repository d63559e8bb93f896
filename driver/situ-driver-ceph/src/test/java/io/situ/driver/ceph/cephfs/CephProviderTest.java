// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Attributes;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.LayoutAdvice;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CephProviderTest {

  @TempDir private Path root;

  private Store open(String... keysAndValues) throws Exception {
    Path conf = Files.writeString(root.resolve("none.conf"), "[global]\nmon host = 127.0.0.9:1\n");
    Map<String, String> values =
        new HashMap<>(Map.of("root", root.toString(), "conf", conf.toString()));
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new CephProvider().open(new StoreConfig("vol", values));
  }

  @Test
  void isFoundAndFitsCephOnly() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::driver)
        .contains("ceph");
    StoreProvider provider = new CephProvider();
    assertThat(provider.score(mount("fuse.ceph-fuse"))).isEqualTo(10);
    assertThat(provider.score(mount("ceph"))).isEqualTo(10);
    assertThat(provider.score(mount("ext4"))).isZero();
  }

  private static Mount mount(String type) {
    return new Mount(1, StorePath.of("/mnt"), type, "ceph-fuse", "rw");
  }

  @Test
  void theLargestBlockOfANewFileIsThatOfItsLargestObject() throws Exception {
    StoreProvider provider = new CephProvider();
    StoreConfig laid = new StoreConfig("vol", Map.of("root", "/none", "object.size.max", "64m"));

    assertThat(provider.largestBlock(laid)).contains(64L << 20);
    assertThat(provider.largestBlock(new StoreConfig("vol", Map.of("root", "/none")))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "map.interval, 0, fs.situ.store.vol.map.interval",
    "map.interval, soon, fs.situ.store.vol.map.interval",
    "hosts.file, /no/such/file, fs.situ.store.vol.hosts.file",
    "conf, /no/such/file, fs.situ.store.vol.conf",
    "keyring, /no/such/file, fs.situ.store.vol.keyring",
    "read, anywhere, fs.situ.store.vol.read",
    "scan, native, fs.situ.store.vol.scan",
    "mount, maybe, fs.situ.store.vol.mount",
    "replicas, some, fs.situ.store.vol.replicas",
    "hosts, x, fs.situ.store.vol.hosts"
  })
  void aSenselessKeyIsNamed(String key, String value, String named) {
    assertThatThrownBy(() -> open(key, value))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT))
        .hasMessageContaining(named);
  }

  @ParameterizedTest
  @CsvSource({
    "vol, read, mount, fs.situ.store.vol.read",
    "vol, scan, mount, fs.situ.store.vol.scan",
    "vol, root, data, fs.situ.store.vol.root",
    "vol, root, /a/../b, fs.situ.store.vol.root",
    "'', read, auto, fs.situ.mount"
  })
  void withoutAMountNothingIsSaidOfOneAndNoPathOfTheHostIsServed(
      String name, String key, String value, String named) {
    Map<String, String> values = new HashMap<>(Map.of("root", "/data", "mount", "none"));
    values.put(key, value);
    assertThatThrownBy(() -> new CephProvider().open(new StoreConfig(name, values)))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT))
        .hasMessageContaining(named);
  }

  @Test
  void timesThatCephCannotKeepAreRefused() throws Exception {
    Files.writeString(root.resolve("f"), "content");
    try (Store store = open()) {
      StorePath file = StorePath.of("/f");
      for (long nanos : new long[] {-1, 4_294_967_296_000_000_000L}) {
        assertThatThrownBy(
                () -> store.setAttributes(file, Attributes.Change.NONE.withModified(nanos)))
            .hasMessageContaining("2106");
      }
      store.setAttributes(file, Attributes.Change.NONE.withModified(0));
      StoreObject object = store.stat(file, true);
      assertThat(object.attributes().modifiedNanos()).isZero();
    }
  }

  @Test
  void aLineOfTheHostsFileThatIsWrongIsNamed() throws Exception {
    Path hosts = Files.write(root.resolve("hosts"), List.of("# fine", "a\tb", "only-one"));
    assertThatThrownBy(() -> open("hosts.file", hosts.toString())).hasMessageContaining("line 3");
  }

  @Test
  void adviceIsAnObjectPerSplitAndNoLargerThanAnOsdTakes() {
    LayoutAdvice.Query question = new LayoutAdvice.Query("/mnt/it's", 100_000_000, 5, 3);
    assertThat(new CephProvider().advise(question).commands())
        .containsExactly(
            "setfattr -n ceph.dir.layout.stripe_count -v 1 '/mnt/it'\\''s'",
            "setfattr -n ceph.dir.layout.object_size -v 100663296 '/mnt/it'\\''s'");
    assertThat(new CephProvider().advise(question).piece()).hasValue(100_663_296);
    assertThat(new CephProvider().advise(question).settings())
        .isEqualTo(Map.of("object.size.max", "100663296"));
    assertThat(
            new CephProvider()
                .advise(new LayoutAdvice.Query("/d", 1L << 40, 5, 3))
                .commands()
                .get(1))
        .endsWith(" -v 134217728 /d");
  }

  @Test
  void aKeyringThatOthersCanReadIsRefused() throws Exception {
    Path keyring = Files.writeString(root.resolve("keyring"), "[client.admin]\n");
    Files.setPosixFilePermissions(keyring, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> open("keyring", keyring.toString()))
        .hasMessageContaining("fs.situ.store.vol.keyring")
        .hasMessageContaining("'chmod 600 " + keyring + "'")
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT));

    Files.setPosixFilePermissions(keyring, PosixFilePermissions.fromString("rw-------"));
    open("keyring", keyring.toString()).close();
  }
}
