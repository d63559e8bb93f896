// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.diff;

import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.UnreadObjects;
import io.situ.inventory.scan.PreviousSnapshotCursor;
import io.situ.inventory.scan.SnapshotWriter;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The differences between two snapshots of one inventory, streamed in the order of their paths. Not
 * thread-safe.
 *
 * <p>Data files that both snapshots share are not read. Of directories only coming, going and
 * attributes count; a modification time that moved because an entry came or went does not.
 * Placement does not count, unless {@link #exact} is asked for. What the newer snapshot does not
 * hold where it could not look ({@link Manifest#unread}) does not count as removed.
 */
public final class Diff implements AutoCloseable {

  private final PreviousSnapshotCursor older;
  private final PreviousSnapshotCursor newer;
  private final RenameDetector renames;
  private final boolean exact;
  private final UnreadObjects.Cover unread;

  private Diff(Snapshot before, Snapshot after, RenameDetector renames, boolean exact)
      throws InventoryException {
    this.exact = exact;
    this.unread = after.manifest().unread().cover();
    this.older =
        new PreviousSnapshotCursor(before.rowsNotIn(after), new SnapshotWriter.Tally(false));
    this.newer =
        new PreviousSnapshotCursor(after.rowsNotIn(before), new SnapshotWriter.Tally(false));
    this.renames = renames;
  }

  /**
   * Compares two snapshots. A file that went away in one place and came in another is reported as
   * renamed if the store keeps an object's identity over a rename and size and modification time
   * are the same; where more than 200,000 objects came or went it is reported as removed and added.
   *
   * @throws InventoryException {@code DAMAGED}; {@code OTHER_STORE} if they are not of the same
   *     store and directory
   */
  public static Diff between(Snapshot before, Snapshot after) throws InventoryException {
    refuseOther(before, after);
    RenameDetector renames = RenameDetector.NONE;
    if (before.manifest().origin().stableIdentity() && after.manifest().origin().stableIdentity()) {
      try (Diff plain = new Diff(before, after, RenameDetector.NONE, false)) {
        renames = RenameDetector.among(plain);
      }
    }
    return new Diff(before, after, renames, false);
  }

  /**
   * Compares two snapshots in all that the store reported: placement counts too, and so does a
   * version that moved over the same bytes. Objects of which anything differs are reported as
   * changed, and those with another path as removed and added.
   *
   * @throws InventoryException as {@link #between}
   */
  public static Diff exact(Snapshot before, Snapshot after) throws InventoryException {
    refuseOther(before, after);
    return new Diff(before, after, RenameDetector.NONE, true);
  }

  private static void refuseOther(Snapshot before, Snapshot after) throws InventoryException {
    Manifest.Origin a = before.manifest().origin();
    Manifest.Origin b = after.manifest().origin();
    if (!a.isStore(b.identity(), b.storeRoot(), b.fileSystem()) || !a.root().equals(b.root())) {
      throw new InventoryException(
          InventoryException.Kind.OTHER_STORE,
          "the snapshots are of '"
              + a.root()
              + "' in "
              + a.identity()
              + " and of '"
              + b.root()
              + "' in "
              + b.identity()
              + "; compare snapshots of one directory");
    }
  }

  /** What may have happened to an object. */
  public enum Kind {
    /** It is only in the newer snapshot. */
    ADDED,
    /** It is only in the older snapshot. */
    REMOVED,
    /**
     * It is another object, or its content may have changed: also if only its time of change
     * differs, for the modification time can be put back.
     */
    CHANGED,
    /**
     * Owner, group, mode, or a modification time without change of version. Content that was
     * written together with such a change, and whose modification time was put back, is only found
     * by checksums.
     */
    ATTRIBUTES,
    /** It has another path; reported where the new path stands. */
    RENAMED
  }

  /**
   * One difference.
   *
   * @param before empty if added
   * @param after empty if removed
   */
  public record Change(Kind kind, Optional<Row> before, Optional<Row> after) {
    public Change {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(before, "before");
      Objects.requireNonNull(after, "after");
    }
  }

  /**
   * The next difference, or null at the end.
   *
   * @throws InventoryException {@code DAMAGED}
   */
  public Change next() throws InventoryException {
    while (older.peek() != null || newer.peek() != null) {
      int order = order();
      Change change;
      if (order < 0) {
        change = removed(older.next());
      } else if (order > 0) {
        change = added(newer.next());
      } else {
        change = compare(older.next(), newer.next());
      }
      if (change != null) {
        return change;
      }
    }
    return null;
  }

  private int order() {
    if (older.peek() == null) {
      return 1;
    }
    return newer.peek() == null ? -1 : SortKeys.compare(older.key(), newer.key());
  }

  private Change removed(Row row) {
    return renames.wentElsewhere(row) || unread.mayHold(row.object().path())
        ? null
        : new Change(Kind.REMOVED, Optional.of(row), Optional.empty());
  }

  private Change added(Row row) {
    Optional<Row> from = renames.cameFrom(row);
    return new Change(from.isPresent() ? Kind.RENAMED : Kind.ADDED, from, Optional.of(row));
  }

  private Change compare(Row before, Row after) {
    if (exact ? !before.object().equals(after.object()) : contentChanged(before, after)) {
      return new Change(Kind.CHANGED, Optional.of(before), Optional.of(after));
    }
    return !exact && attributesChanged(before.object(), after.object())
        ? new Change(Kind.ATTRIBUTES, Optional.of(before), Optional.of(after))
        : null;
  }

  private static boolean contentChanged(Row before, Row after) {
    StoreObject a = before.object();
    StoreObject b = after.object();
    if (a.kind() != b.kind() || !a.linkTarget().equals(b.linkTarget())) {
      return true;
    }
    int[] x = before.chunksNoCopy();
    int[] y = after.chunksNoCopy();
    if (a.size() == b.size() && x.length > 0 && y.length > 0) {
      return !Arrays.equals(x, y);
    }
    if (!a.isFile()) {
      return false;
    }
    if (a.version().equals(b.version()) && a.size() == b.size()) {
      return a.attributes().changedNanos() != b.attributes().changedNanos()
          && !rightsChanged(a.attributes(), b.attributes());
    }
    boolean sameBytesOrTouched =
        a.size() == b.size()
            && a.version().identity() == b.version().identity()
            && a.attributes().modifiedNanos() == b.attributes().modifiedNanos();
    return !sameBytesOrTouched || !rightsChanged(a.attributes(), b.attributes());
  }

  /** Many stores move an object's version when its owner or mode changes. */
  private static boolean rightsChanged(Attributes a, Attributes b) {
    return !a.owner().equals(b.owner()) || !a.group().equals(b.group()) || a.mode() != b.mode();
  }

  private static boolean attributesChanged(StoreObject a, StoreObject b) {
    return rightsChanged(a.attributes(), b.attributes())
        || a.isFile() && a.attributes().modifiedNanos() != b.attributes().modifiedNanos();
  }

  @Override
  public void close() {
    older.close();
    newer.close();
  }
}
