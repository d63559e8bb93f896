// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.mount.Mount;
import io.situ.storage.mount.MountTable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreRegistryTest {

  @TempDir private Path directory;

  private final FakeProvider any = new FakeProvider("any", "", 1);
  private final FakeProvider ceph = new FakeProvider("ceph", "fuse.ceph", 10);
  private final FakeProvider lustre = new FakeProvider("lustre", "lustre", 10);

  private StoreRegistry finder(List<StoreProvider> providers, String... lines) throws IOException {
    Path file = Files.write(directory.resolve("mountinfo"), List.of(lines));
    return new StoreRegistry(providers, MountTable.of(file));
  }

  private StoreRegistry finder() throws IOException {
    return finder(
        List.of(lustre, any, ceph),
        "1 0 0:1 / / rw - ext4 root rw",
        "2 1 0:2 / /mnt/ceph rw - fuse.ceph c rw");
  }

  private static StoreConfig config(String... keysAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return new StoreConfig("lake", values);
  }

  private static void refused(StoreRegistry finder, StoreConfig config, String... fragments) {
    assertThatThrownBy(() -> finder.open(config))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.INVALID_ARGUMENT))
        .hasMessageContainingAll(fragments);
  }

  @Test
  void theMountUnderTheRootPicksTheDriver() throws IOException {
    try (Store store = finder().open(config("root", "/mnt/ceph/data"))) {
      assertThat(store.info().driver()).isEqualTo("ceph");
    }
    try (Store store = finder().open(config("root", "/mnt"))) {
      assertThat(store.info().driver()).isEqualTo("any");
    }
  }

  @Test
  void aRootThatIsALinkIsWhatItLeadsTo() throws IOException {
    Path real = Files.createDirectory(directory.toRealPath().resolve("real"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), real);
    StoreRegistry finder =
        finder(
            List.of(any, lustre),
            "1 0 0:1 / / rw - ext4 root rw",
            "2 1 0:2 / " + real + " rw - lustre l rw");
    try (Store store = finder.open(config("root", link.toString()))) {
      assertThat(store.info().driver()).isEqualTo("lustre");
      assertThat(store.info().root()).isEqualTo(link.toString());
    }
  }

  @Test
  void theDriverCanBeNamed() throws IOException {
    try (Store store = finder().open(config("root", "/mnt/ceph", "driver", "any"))) {
      assertThat(store.info().driver()).isEqualTo("any");
    }
  }

  @Test
  void aMissingDriverIsReportedWithItsJar() throws IOException {
    refused(
        finder(),
        config("root", "/", "driver", "gluster"),
        "fs.situ.store.lake.driver",
        "'gluster'",
        "any, ceph, lustre",
        "situ-driver-gluster");
    refused(finder(List.of()), config("root", "/"), "situ-driver-posix");
    assertThatThrownBy(() -> finder(List.of(ceph)).openLocal(config()))
        .hasMessageContaining("situ-driver-posix");
  }

  @Test
  void aMissingRootIsReportedByItsKey() throws IOException {
    refused(finder(), config(), "fs.situ.store.lake.root");
  }

  @Test
  void aRootThatIsNoPathIsRefused() throws IOException {
    refused(finder(), config("root", "data"), "fs.situ.store.lake.root", "data");
  }

  @Test
  void unknownKeysAreRefused() throws IOException {
    refused(
        finder(),
        config("root", "/", "rooot", "/x"),
        "fs.situ.store.lake.rooot",
        "driver, own, root");
  }

  @Test
  void aDriverGetsItsOwnValues() throws IOException {
    finder().open(config("root", "/", "driver", "any", "own", "x")).close();
    assertThat(any.opened()).containsExactly(config("root", "/", "own", "x"));
  }

  @Test
  void theBestFitIsAskedForAnyMount() throws IOException {
    Mount mount = new Mount(1, StorePath.of("/x"), "lustre", "s", "");
    assertThat(finder().driverFor(mount)).contains(lustre);
    assertThat(finder().driverFor(new Mount(1, StorePath.of("/x"), "xfs", "s", ""))).contains(any);
    assertThat(finder().providers()).containsExactly(any, ceph, lustre);
  }

  @Test
  void aDriverThatCannotBeLoadedIsLeftOut() throws IOException {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(StoreProvider.class.getName()),
        "no.such.Driver\n" + LoadableProvider.class.getName() + "\n");
    URL[] urls = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
      assertThat(StoreRegistry.of(loader).providers())
          .extracting(StoreProvider::driver)
          .containsExactly("loadable", "memory");
    }
  }

  /** What a service file may name. */
  public static final class LoadableProvider implements StoreProvider {
    @Override
    public String driver() {
      return "loadable";
    }

    @Override
    public int score(Mount mount) {
      return 0;
    }

    @Override
    public List<ConfigKey<?>> keys() {
      return List.of();
    }

    @Override
    public Store open(StoreConfig config) {
      throw new UnsupportedOperationException();
    }
  }
}
