// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.hdfs.source.AttachObjects;
import io.situ.inventory.Rows;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;

/**
 * What an inventory holds at one of its snapshots and, behind the last object, what its scan could
 * not look at. Not thread-safe.
 */
final class SnapshotObjects implements AttachObjects, AutoCloseable {

  private final Manifest manifest;
  private final Rows rows;
  private boolean ended;

  /**
   * @throws InventoryException as {@link Snapshot#rows}
   */
  SnapshotObjects(Snapshot snapshot) throws InventoryException {
    this.manifest = snapshot.manifest();
    this.rows = snapshot.rows();
  }

  @Override
  public StoreObject next(Unread taker) throws IOException {
    Row row = rows.next();
    if (row != null) {
      return row.object();
    }
    if (!ended) {
      ended = true;
      nameUnread(taker);
    }
    return null;
  }

  private void nameUnread(Unread taker) throws IOException {
    for (StorePath path : manifest.unread().paths()) {
      fail(taker, path, "the inventory's scan could not look at it");
    }
    if (!manifest.unread().complete()) {
      fail(
          taker,
          manifest.origin().root(),
          "the inventory's scan could not look at more objects below it than an inventory names");
    }
  }

  private static void fail(Unread taker, StorePath path, String reason) throws IOException {
    taker.failed(path, new StoreException(StoreException.Kind.FAILED, path, reason));
  }

  @Override
  public void close() {
    rows.close();
  }
}
