// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.diff;

import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StoreObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Objects that went away in one place and came in another. */
final class RenameDetector {

  static final RenameDetector NONE = new RenameDetector(Map.of(), Map.of());

  private static final int MAX = 200_000;

  private final Map<Long, Row> removed;
  private final Map<Long, Row> added;

  private RenameDetector(Map<Long, Row> removed, Map<Long, Row> added) {
    this.removed = removed;
    this.added = added;
  }

  /** Reads a diff that knows no renames to its end. */
  static RenameDetector among(Diff plain) throws InventoryException {
    Map<Long, Row> removed = new HashMap<>();
    Map<Long, Row> added = new HashMap<>();
    for (Diff.Change change = plain.next(); change != null; change = plain.next()) {
      if (change.kind() == Diff.Kind.REMOVED) {
        put(removed, change.before().orElseThrow());
      } else if (change.kind() == Diff.Kind.ADDED) {
        put(added, change.after().orElseThrow());
      }
      if (removed.size() + added.size() > MAX) {
        return NONE;
      }
    }
    removed.keySet().retainAll(added.keySet());
    removed.entrySet().removeIf(entry -> !same(entry.getValue(), added.get(entry.getKey())));
    added.keySet().retainAll(removed.keySet());
    return new RenameDetector(removed, added);
  }

  private static void put(Map<Long, Row> rows, Row row) {
    long identity = row.object().version().identity();
    if (identity != 0) {
      rows.putIfAbsent(identity, row);
    }
  }

  private static boolean same(Row before, Row after) {
    StoreObject a = before.object();
    StoreObject b = after.object();
    return a.kind() == b.kind()
        && (a.isDirectory()
            || a.size() == b.size()
                && a.attributes().modifiedNanos() == b.attributes().modifiedNanos());
  }

  boolean wentElsewhere(Row row) {
    Row known = removed.get(row.object().version().identity());
    return known != null && known.object().path().equals(row.object().path());
  }

  Optional<Row> cameFrom(Row row) {
    long identity = row.object().version().identity();
    Row known = added.get(identity);
    return known != null && known.object().path().equals(row.object().path())
        ? Optional.of(removed.get(identity))
        : Optional.empty();
  }
}
