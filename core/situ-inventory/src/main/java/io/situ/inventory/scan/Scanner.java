// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.datafile.DataFileWriter;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.walk.TreeWalker;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Makes an inventory by walking a directory of a store. */
public final class Scanner {

  private Scanner() {}

  /**
   * Scans everything below {@code root} and publishes it as the current snapshot of an inventory,
   * which is made if it is not there. Links are recorded, not followed. What vanishes, changes or
   * cannot be read meanwhile is left out and counted in {@link Manifest#skipped}.
   *
   * <p>Whatever happens, the snapshots that were there before stay; what a scan that failed or was
   * killed leaves behind is cleaned by the next one. Interrupting the thread ends the scan.
   *
   * @param root a directory; if it is a symbolic link, where that leads
   * @throws StoreException from the store: {@code NOT_FOUND} or {@code NOT_A_DIRECTORY} for {@code
   *     root}; anything, if the scan is strict
   * @throws InventoryException {@code BUSY} if another scan writes to the inventory; {@code
   *     NOT_WRITABLE}; {@code NO_ROOM}; {@code OTHER_STORE} if it is of another store or directory;
   *     {@code INTERRUPTED}
   */
  public static Manifest scan(Store store, StorePath root, Path inventory, ScanOptions options)
      throws IOException {
    return scan(store, root, inventory, options, DataFileWriter.MAX_ROWS);
  }

  public static Manifest scan(
      Store store, StorePath root, Path inventory, ScanOptions options, int partRows)
      throws IOException {
    StoreObject top = store.stat(root, true);
    if (!top.isDirectory()) {
      throw new StoreException(
          StoreException.Kind.NOT_A_DIRECTORY, root, "is not a directory; scan a directory");
    }
    try (SnapshotBuilder session =
        SnapshotBuilder.begin(store, top, inventory, options, partRows)) {
      session.requireSameOrigin();
      return session.run(() -> walk(store, top, options, session));
    }
  }

  private static Manifest walk(
      Store store, StoreObject top, ScanOptions options, SnapshotBuilder session)
      throws IOException {
    Optional<String> cursor = session.cursor();
    try (RowQueue pipe = RowQueue.start(session.writer());
        ObjectEnricher enricher =
            new ObjectEnricher(session, store, options, pipe, Optional.empty());
        TreeWalker walk = session.walk(top, options)) {
      for (StoreObject object = walk.next(); object != null; object = walk.next()) {
        enricher.submit(object);
      }
      pipe.finish();
    }
    return session.publish(cursor);
  }

  public static InventoryException unusable(Path inventory) {
    return new InventoryException(
        InventoryException.Kind.DAMAGED,
        "the current snapshot of '" + inventory + "' cannot be read; scan again");
  }
}
