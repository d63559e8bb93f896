// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StorePath;
import io.situ.storage.mount.Mount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterLockTest {

  @TempDir Path scratch;

  private WriterLock take(Path directory, String options) throws InventoryException {
    return WriterLock.acquire(
        new InventoryPaths(directory),
        path ->
            path.startsWith(StorePath.of(scratch + "/lustre"))
                ? Optional.of(
                    new Mount(1, StorePath.of("/mnt/l"), "lustre", "10.0.0.1@tcp:/fs", options))
                : Optional.empty());
  }

  @Test
  void isRefusedWhereItWouldKeepNoOtherHostOut() throws Exception {
    Path directory = Files.createDirectory(scratch.resolve("lustre")).resolve("inventory");

    assertThatThrownBy(() -> take(directory, "rw,localflock"))
        .hasMessage(
            "cannot write the inventory '%s' where two hosts could do so at once: locks on the"
                + " lustre at /mnt/l do not reach other hosts: mount it with the option flock, or"
                + " choose a directory on another file system",
            directory)
        .extracting(failure -> ((InventoryException) failure).kind())
        .isEqualTo(InventoryException.Kind.NOT_WRITABLE);
    assertThat(directory).doesNotExist();
    Files.createDirectory(directory);
    Path link = Files.createSymbolicLink(scratch.resolve("link"), directory);
    assertThatThrownBy(() -> take(link, "rw,localflock")).hasMessageContaining("choose");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void isHadElsewhere() throws Exception {
    Path directory = Files.createDirectory(scratch.resolve("lustre")).resolve("inventory");

    take(directory, "rw,flock").close();
    take(scratch.resolve("elsewhere"), "rw,localflock").close();
  }

  @Test
  void saysWhyADirectoryCannotBeMade() {
    Path directory = Path.of("/proc/inventory");

    assertThatThrownBy(() -> take(directory, "rw"))
        .hasMessage(
            "cannot write the inventory '/proc/inventory': no such file or directory; make room or"
                + " choose another directory");
  }
}
