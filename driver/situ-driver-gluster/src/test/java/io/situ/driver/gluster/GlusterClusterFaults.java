// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.gluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bricks that are away: a listing is whole, or it fails. */
final class GlusterClusterFaults {

  private static final int FILES = 40;

  /** The first failure, or how many were listed. */
  private static Object listed(Store store, boolean recursive) throws IOException {
    Listing.Options options = recursive ? Listing.Options.RECURSIVE : Listing.Options.FLAT;
    int count = 0;
    try (Listing listing = store.list(StorePath.of("/away"), options)) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        count++;
      }
      return count;
    } catch (StoreException e) {
      return Optional.of(e);
    }
  }

  private static void write(Store store) throws IOException {
    written(store, "/away");
    assertThat(listed(store, false)).isEqualTo(FILES);
  }

  private static List<StorePath> written(Store store, String directory) throws IOException {
    store.mkdir(StorePath.of(directory), 0755);
    List<StorePath> files = new ArrayList<>();
    for (int i = 0; i < FILES; i++) {
      GlusterTestCluster.write(store, directory + "/file" + i, 10);
      files.add(StorePath.of(directory + "/file" + i));
    }
    return files;
  }

  private static void kill(String volume, int brick) throws Exception {
    GlusterTestCluster.run(
        "bash",
        "-c",
        "kill -9 $(cat /run/gluster/vols/%s/*-brick-%d-%s.pid)".formatted(volume, brick, volume));
  }

  private static void restore(String volume) throws Exception {
    GlusterTestCluster.run("gluster", "volume", "start", volume, "force");
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition) throws Exception {
    for (int tries = 0; !condition.holds(); tries++) {
      assertThat(tries).as("tries").isLessThan(200);
      Thread.sleep(100);
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void theFilesOfABrickWithoutAReplicaAreMissed(boolean recursive) throws Exception {
    try (Store store = GlusterTestCluster.open("plain")) {
      if (!recursive) {
        write(store);
      }
      kill("plain", 2);
      try {
        await(() -> !Integer.valueOf(FILES).equals(listed(store, recursive)));
        assertThat(listed(store, recursive))
            .isInstanceOfSatisfying(
                Optional.class,
                failure ->
                    assertThat((StoreException) failure.get())
                        .hasMessageContaining("brick/2/plain")
                        .satisfies(
                            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE)));
      } finally {
        restore("plain");
      }
      await(() -> Integer.valueOf(FILES).equals(listed(store, recursive)));
    }
  }

  @Test
  void aFileOfABrickThatIsAwayNamesTheBrick() throws Exception {
    try (Store store = GlusterTestCluster.open("plain")) {
      List<StorePath> files = written(store, "/hidden");
      kill("plain", 2);
      try {
        // What the mount has cached hides it again and again.
        List<StoreException> seen = new ArrayList<>();
        await(
            () -> {
              failures(store, files).stream().filter(StoreException::retryable).forEach(seen::add);
              return !seen.isEmpty();
            });
        assertThat(seen)
            .allSatisfy(
                e ->
                    assertThat(e)
                        .hasMessageContaining("brick/2/plain")
                        .hasMessageContaining("is cut off from the server"));
      } finally {
        restore("plain");
      }
      await(() -> failures(store, files).isEmpty());
    }
  }

  private static List<StoreException> failures(Store store, List<StorePath> files) {
    List<StoreException> failures = new ArrayList<>();
    for (StorePath file : files) {
      try {
        store.stat(file, true);
      } catch (StoreException e) {
        failures.add(e);
      }
    }
    return failures;
  }

  @Test
  void aReplicaThatIsLeftIsEnough() throws Exception {
    try (Store store = GlusterTestCluster.open("rep")) {
      write(store);
      kill("rep", 1);
      try {
        for (int i = 0; i < 30; i++) {
          assertThat(listed(store, false)).isEqualTo(FILES);
          Thread.sleep(100);
        }
      } finally {
        restore("rep");
      }
    }
  }
}
