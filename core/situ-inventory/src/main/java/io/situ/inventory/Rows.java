// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.datafile.DataFileCursor;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Rows of a snapshot in order. Not thread-safe. Closing frees memory early; it is not needed for
 * correctness.
 */
public final class Rows implements AutoCloseable {

  /** Rows stepped over one by one before a directory's content is jumped over. */
  private static final int STEPS = 512;

  private final Snapshot snapshot;
  private final byte[] directory;
  private final byte[] to;
  private final boolean flat;
  private final BitSet left;
  private int part;
  private DataFileCursor cursor;
  private boolean held;

  /**
   * @param from the first key
   * @param to the first key that does not belong
   * @param flat only the entries of the directory with the key {@code from}, without itself
   */
  Rows(Snapshot snapshot, String from, String to, boolean flat) throws InventoryException {
    this(snapshot, from, to, flat, new BitSet());
  }

  /** All rows but those of the parts that are {@code left} out. */
  Rows(Snapshot snapshot, BitSet left) throws InventoryException {
    this(snapshot, "/", SortKeys.AFTER_ALL, false, left);
  }

  private Rows(Snapshot snapshot, String from, String to, boolean flat, BitSet left)
      throws InventoryException {
    this.snapshot = snapshot;
    this.left = left;
    this.directory = SortKeys.bytes(from);
    this.to = SortKeys.bytes(to);
    this.flat = flat;
    jump(directory);
  }

  /**
   * The next row, or null at the end.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public Row next() throws InventoryException {
    while (step()) {
      byte[] key = cursor.key();
      if (Arrays.compareUnsigned(key, directory) < 0) {
        continue;
      }
      if (Arrays.compareUnsigned(key, to) >= 0) {
        break;
      }
      if (!flat) {
        return cursor.row();
      }
      if (key.length == directory.length) {
        continue;
      }
      Row row = cursor.row();
      if (row.object().isDirectory()) {
        leave(key);
      }
      return row;
    }
    close();
    return null;
  }

  /** Steps to the next row, over the ends of parts. */
  private boolean step() throws InventoryException {
    if (held) {
      held = false;
      return true;
    }
    while (cursor != null && !cursor.next()) {
      open(part + 1);
    }
    return cursor != null;
  }

  private void open(int index) throws InventoryException {
    part = left.nextClearBit(index);
    boolean behind =
        part >= snapshot.partCount() || Arrays.compareUnsigned(snapshot.firstKey(part), to) >= 0;
    cursor = behind ? null : snapshot.part(part).cursor(directory, to, true);
  }

  /** Goes to the first row behind a directory's content. */
  private void leave(byte[] key) throws InventoryException {
    byte[] behind = key.clone();
    behind[behind.length - 1]++;
    for (int i = 0; i < STEPS; i++) {
      if (!step()) {
        return;
      }
      if (Arrays.compareUnsigned(cursor.key(), behind) >= 0) {
        held = true;
        return;
      }
    }
    jump(behind);
    while (step()) {
      if (Arrays.compareUnsigned(cursor.key(), behind) >= 0) {
        held = true;
        return;
      }
    }
  }

  private void jump(byte[] key) throws InventoryException {
    if (snapshot.partCount() == 0) {
      return;
    }
    part = snapshot.partFor(key);
    if (left.get(part)) {
      open(part + 1);
    } else {
      cursor = snapshot.part(part).cursor(key, to, true);
    }
  }

  @Override
  public void close() {
    cursor = null;
  }
}
