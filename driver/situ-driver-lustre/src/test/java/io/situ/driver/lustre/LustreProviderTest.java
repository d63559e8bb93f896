package io.situ.driver.lustre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.diagnostics.Advice;
import io.situ.storage.mount.Mount;
import io.situ.storage.registry.StoreProvider;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LustreProviderTest {

  @Test
  void isFoundAndFitsLustreOnly() {
    assertThat(ServiceLoader.load(StoreProvider.class))
        .extracting(StoreProvider::driver)
        .contains("lustre");
    assertThat(new LustreProvider().fit(mount("lustre"))).isEqualTo(10);
    assertThat(new LustreProvider().fit(mount("ext4"))).isZero();
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
    Advice.Question question = new Advice.Question("/mnt/my data", split, typical, hosts);

    assertThat(new LustreProvider().advise(question).commands())
        .containsExactly("lfs setstripe -S " + stripe + " -c " + count + " '/mnt/my data'");
  }
}
