// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.config.StoreConfig;
import io.situ.storage.registry.StoreRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * File systems that a test mounts as root, and the store {@code situ:///} on them. All are closed
 * and unmounted when this is closed.
 */
final class RealMounts implements AutoCloseable {

  private static final int IMAGE_BYTES = 1 << 23;

  private final Deque<Path> mounted = new ArrayDeque<>();
  private Store store;

  /** Skips the test where only others than root run it. */
  static RealMounts open() {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root may mount");
    return new RealMounts();
  }

  /**
   * Mounts on a directory, which is made.
   *
   * @param command all words but the directory
   * @return false if this system cannot mount such a thing
   */
  boolean mount(Path point, String... command) throws Exception {
    Files.createDirectories(point);
    List<String> whole = new ArrayList<>(List.of(command));
    whole.add(point.toString());
    if (!run(whole)) {
      return false;
    }
    mounted.push(point);
    return true;
  }

  /** Makes an image of an ext4 file system; false if this system cannot. */
  static boolean makeExt4(Path image) throws Exception {
    Files.write(image, new byte[IMAGE_BYTES]);
    return run(List.of("mkfs.ext4", "-q", "-O", "^has_journal", image.toString()));
  }

  /** Opens the store {@code situ:///}, which is closed with this. */
  Store openLocal() throws StoreException {
    store = StoreRegistry.of(getClass().getClassLoader()).openLocal(new StoreConfig("", Map.of()));
    return store;
  }

  private static boolean run(List<String> command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() throws Exception {
    if (store != null) {
      store.close();
    }
    while (!mounted.isEmpty()) {
      assertThat(run(List.of("umount", mounted.pop().toString()))).isTrue();
    }
  }
}
