// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.DataFile;
import io.situ.inventory.datafile.DataFileColumns;
import io.situ.inventory.datafile.DataFileSchema;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.parquet.column.ColumnReader;

/** Finds rows by their objects' identities: a pass over two columns of a snapshot. */
final class InodeIndex {

  private static final String IDENTITY = "version_identity";

  private InodeIndex() {}

  /** A row; of an object with several names there are several. */
  record Found(long identity, StorePath path) {}

  static List<Found> find(Snapshot snapshot, Set<Long> wanted) throws InventoryException {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < snapshot.partCount() && !wanted.isEmpty(); i++) {
      find(snapshot.part(i), snapshot.manifest().parts().get(i).rows(), wanted, found);
    }
    return found;
  }

  private static void find(DataFile part, long rows, Set<Long> wanted, List<Found> found)
      throws InventoryException {
    try {
      DataFileColumns columns = part.columns(0, rows);
      ColumnReader keys = columns.reader(DataFileSchema.PATH);
      ColumnReader identities = columns.reader(IDENTITY);
      for (long row = 0; row < rows; row++) {
        long identity = identities.getLong();
        if (wanted.contains(identity)) {
          String key = SortKeys.text(keys.getBinary().getBytes());
          found.add(new Found(identity, SortKeys.path(key)));
        } else {
          keys.skip();
        }
        identities.consume();
        keys.consume();
      }
    } catch (RuntimeException e) {
      throw DataFile.unreadable(part.file(), e);
    }
  }
}
