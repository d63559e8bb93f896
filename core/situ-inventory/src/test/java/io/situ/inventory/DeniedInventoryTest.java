// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.Scanner;
import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An inventory that this user may not read is whole: to scan again is not the way out. */
class DeniedInventoryTest {

  @TempDir private Path directory;

  private Manifest made;

  @BeforeEach
  void scan() throws IOException {
    made =
        Scanner.scan(new SyntheticStore(1, 1, 10), StorePath.ROOT, directory, ScanOptions.DEFAULT);
  }

  private static void assertDenied(Path file, Throwable failure) {
    assertThat(failure)
        .hasMessage(
            "'%s' cannot be read: permission denied; ask its owner, or call this as that user",
            file);
    assertThat(((InventoryException) failure).kind())
        .isEqualTo(InventoryException.Kind.NOT_READABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CURRENT", InventoryPaths.MANIFEST, "part"})
  void aFileThatIsDeniedIsNotDamaged(String which) throws IOException {
    Path snapshot = new InventoryPaths(directory).snapshot(made.id());
    Path file =
        switch (which) {
          case "CURRENT" -> directory.resolve(which);
          case "part" -> snapshot.resolve(made.parts().get(0).file());
          default -> snapshot.resolve(which);
        };
    Files.setPosixFilePermissions(file, Set.of());
    assumeFalse(Files.isReadable(file), "root reads everything");

    assertDenied(file, catchThrowable(() -> Snapshots.current(directory).verify()));
  }

  @Test
  void whyAFileCannotBeReadIsNamed() throws IOException {
    Path snapshot = new InventoryPaths(directory).snapshot(made.id());
    Path file = snapshot.resolve(InventoryPaths.MANIFEST);
    assertDenied(
        file, InventoryException.unreadable(file, new AccessDeniedException(file.toString())));
    assertThat(InventoryException.unreadable(file, new IOException("Input/output error")))
        .hasMessage("'%s' cannot be read: Input/output error; scan again to replace it", file);

    Path gone = snapshot.resolve("gone");
    assertThat(InventoryException.unreadable(gone, new FileNotFoundException(gone.toString())))
        .hasMessage(
            "'%s' cannot be read: no such file or directory; scan again to replace it", gone);
    Path deleted = directory.resolve("snapshot-000009");
    assertThat(
            InventoryException.unreadable(
                deleted.resolve("part"), new FileNotFoundException("part")))
        .extracting(InventoryException::kind)
        .isEqualTo(InventoryException.Kind.MISSING);
  }

  @Test
  void aSnapshotThatThereIsNotNamesThoseThatThereAre() throws IOException {
    Inventory inventory = Inventory.open(directory);
    assertThat(catchThrowable(() -> inventory.snapshot(7)))
        .hasMessage("the inventory '%s' has no snapshot 7; it has 1", directory);
    Scanner.scan(new SyntheticStore(1, 1, 10), StorePath.ROOT, directory, ScanOptions.DEFAULT);
    assertThat(catchThrowable(() -> inventory.snapshot(7)))
        .hasMessage("the inventory '%s' has no snapshot 7; it has 1 to 2", directory);
  }
}
