// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import static org.assertj.core.api.Assertions.assertThat;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which file system a mount shows, of two in one cluster. */
final class CephClusterFileSystems {

  private static final String OTHER = "other";
  private static final int MAX_TRIES = 120;

  private static Optional<String> idOf(Path directory) throws IOException {
    try (Store store = CephTestCluster.openMounted(directory)) {
      return store.fileSystem(StorePath.ROOT);
    }
  }

  /** Makes the second file system, for which the metadata server that stood by serves. */
  private static void makeOther() throws InterruptedException {
    CephTestCluster.CLUSTER.ceph(
        List.of(
            "fs flag set enable_multiple true",
            "osd pool create other_metadata 8",
            "osd pool create other_data 8",
            "fs new " + OTHER + " other_metadata other_data"));
    String servers = "";
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      servers = CephTestCluster.CLUSTER.ceph(List.of("mds stat"));
      if (servers.split("<state>up:active</state>", -1).length == 3) {
        return;
      }
      Thread.sleep(500);
    }
    throw new IllegalStateException("not both file systems are served: " + servers);
  }

  private static void awaitSessions(long count) throws InterruptedException {
    for (int tries = 0; tries < MAX_TRIES && CephTestCluster.sessions() > count; tries++) {
      Thread.sleep(500);
    }
  }

  @Test
  void eachIsTheSameByAllItsMountsAndNotTheOther() throws Exception {
    long sessions = CephTestCluster.sessions();
    Path first = CephTestCluster.mount();
    Path directory = Files.createDirectories(first.resolve("known/by"));
    Optional<String> id = idOf(first);
    assertThat(id)
        .hasValueSatisfying(text -> assertThat(text).startsWith("ceph:").endsWith(":cephfs_data"));
    assertThat(idOf(directory)).isEqualTo(id);

    Path again = CephTestCluster.mountAgain("again");
    Path part = CephTestCluster.mountAgain("part", "-r", "/known");
    assertThat(idOf(again)).isEqualTo(id);
    assertThat(idOf(part)).as("a directory that is mounted").isEmpty();
    makeOther();
    Path other = CephTestCluster.mountAgain("other", "--client_fs", OTHER);
    try {
      assertThat(idOf(other)).isPresent().isNotEqualTo(id);
      assertThat(Files.getAttribute(other, "unix:ino")).isEqualTo(1L);
      try (Store mountless = CephTestCluster.openMountless("known")) {
        assertThat(mountless.fileSystem(StorePath.ROOT)).isPresent();
      }
    } finally {
      for (Path each : List.of(again, part, other)) {
        CephTestCluster.run("umount", each.toString());
      }
      // Other tests count them.
      awaitSessions(sessions);
      CephTestCluster.CLUSTER.ceph(
          List.of("fs fail " + OTHER, "fs rm " + OTHER + " --yes-i-really-mean-it"));
    }
  }
}
