// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.datafile.DataFileCursor;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.storage.StorePath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Finds rows by path: a merge of sorted keys with the sorted rows. */
final class PathLookup {

  /** Rows stepped over before the merge jumps: about what a page holds. */
  private static final int STEPS = 1 << 13;

  private final Snapshot snapshot;
  private final byte[] limit;
  private final boolean footers;
  private DataFileCursor cursor;
  private int part = -1;
  private boolean more;
  private byte[] foundKey = new byte[0];
  private Optional<Row> found = Optional.empty();

  private PathLookup(Snapshot snapshot, byte[] lastKey, boolean footers) {
    this.snapshot = snapshot;
    this.footers = footers;
    this.limit = Arrays.copyOf(lastKey, lastKey.length + 1);
  }

  /** A key looked for on behalf of a path; every path may be a directory or something else. */
  private record Wanted(byte[] key, int index) implements Comparable<Wanted> {
    @Override
    public int compareTo(Wanted other) {
      return Arrays.compareUnsigned(key, other.key);
    }
  }

  static List<Optional<Row>> all(Snapshot snapshot, List<StorePath> paths, boolean footers)
      throws InventoryException {
    List<Optional<Row>> answers =
        new ArrayList<>(Collections.nCopies(paths.size(), Optional.<Row>empty()));
    if (snapshot.partCount() == 0 || paths.isEmpty()) {
      return answers;
    }
    Wanted[] wanted = wanted(paths);
    PathLookup lookup = new PathLookup(snapshot, wanted[wanted.length - 1].key, footers);
    for (Wanted one : wanted) {
      if (answers.get(one.index).isEmpty()) {
        answers.set(one.index, lookup.find(one.key));
      }
    }
    return answers;
  }

  private Optional<Row> find(byte[] key) throws InventoryException {
    if (!Arrays.equals(foundKey, key)) {
      found = at(key) ? Optional.of(cursor.row()) : Optional.empty();
      foundKey = key;
    }
    return found;
  }

  private static Wanted[] wanted(List<StorePath> paths) {
    List<Wanted> wanted = new ArrayList<>(paths.size() * 2);
    for (int i = 0; i < paths.size(); i++) {
      StorePath path = paths.get(i);
      wanted.add(new Wanted(SortKeys.bytes(SortKeys.ofDirectory(path)), i));
      if (!path.isRoot()) {
        wanted.add(new Wanted(SortKeys.bytes(path.toString()), i));
      }
    }
    Wanted[] sorted = wanted.toArray(Wanted[]::new);
    Arrays.sort(sorted);
    return sorted;
  }

  /** Whether there is a row with this key; if so the cursor is at it. */
  private boolean at(byte[] key) throws InventoryException {
    int holder = snapshot.partFor(key);
    if (holder != part) {
      part = holder;
      jump(key);
    }
    for (int i = 0; more && Arrays.compareUnsigned(cursor.key(), key) < 0; i++) {
      if (i == STEPS) {
        jump(key);
      } else {
        more = cursor.next();
      }
    }
    return more && Arrays.equals(cursor.key(), key);
  }

  private void jump(byte[] key) throws InventoryException {
    cursor = snapshot.part(part).cursor(key, limit, footers);
    more = cursor.next();
  }
}
