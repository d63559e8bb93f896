// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.scan.ObjectEnricher;
import io.situ.inventory.scan.PreviousSnapshotCursor;
import io.situ.inventory.scan.RowQueue;
import io.situ.inventory.scan.SnapshotBuilder;
import io.situ.inventory.scan.SnapshotWriter;
import io.situ.inventory.walk.TreeWalker;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Makes a snapshot from an earlier one and a list of patches. Data files that no patch touches are
 * taken over as they are, so the work grows with the changes and not with the inventory.
 */
final class SnapshotEditor {

  private final SnapshotBuilder session;
  private final Snapshot before;
  private final ScanOptions options;
  private final RowQueue pipe;
  private final ObjectEnricher enricher;
  private final Deque<SnapshotEdit> patches;
  private final SnapshotWriter.Tally replaced;

  SnapshotEditor(
      SnapshotBuilder session,
      Snapshot before,
      ScanOptions options,
      RowQueue pipe,
      ObjectEnricher enricher) {
    this.session = session;
    this.before = before;
    this.options = options;
    this.pipe = pipe;
    this.enricher = enricher;
    this.patches = new ArrayDeque<>();
    this.replaced = session.newTally();
  }

  /** Counts of the rows in those parts of the earlier snapshot that were not taken over. */
  Manifest.Counts apply(List<SnapshotEdit> sorted) throws IOException {
    patches.addAll(sorted);
    boolean[] touched = touched(sorted);
    int part = 0;
    while (part < touched.length) {
      int end = part + 1;
      if (touched[part]) {
        while (end < touched.length && touched[end]) {
          end++;
        }
        rewrite(part, end);
      } else {
        pipe.addDataFile(before.file(part), before.manifest().parts().get(part));
      }
      part = end;
    }
    return replaced.counts();
  }

  private boolean[] touched(List<SnapshotEdit> sorted) {
    boolean[] touched = new boolean[before.partCount()];
    for (SnapshotEdit patch : sorted) {
      int part = before.partFor(SortKeys.bytes(patch.key()));
      String behind = patch.behind();
      do {
        touched[part++] = true;
      } while (part < touched.length
          && SortKeys.compare(before.manifest().parts().get(part).first(), behind) < 0);
    }
    return touched;
  }

  private void rewrite(int from, int to) throws IOException {
    String limit =
        to < before.partCount() ? before.manifest().parts().get(to).first() : SortKeys.AFTER_ALL;
    PreviousSnapshotCursor earlier =
        new PreviousSnapshotCursor(before.rowsOfParts(from, to), replaced);
    while (earlier.peek() != null || patchBefore(limit)) {
      if (patchBefore(earlier.peek() == null ? limit : earlier.key() + '\0')) {
        apply(patches.poll(), earlier);
      } else {
        pipe.add(earlier.next());
      }
    }
  }

  private boolean patchBefore(String limit) {
    return !patches.isEmpty() && SortKeys.compare(patches.peek().key(), limit) < 0;
  }

  private void apply(SnapshotEdit patch, PreviousSnapshotCursor earlier) throws IOException {
    if (patch.tree() && patch.object().isPresent()) {
      applyTree(patch.object().get(), earlier);
    } else if (patch.object().isPresent()) {
      enricher.submit(patch.object().get(), earlier.find(patch.object().get()), true);
    }
    earlier.skipTo(patch.behind());
  }

  private void applyTree(StoreObject directory, PreviousSnapshotCursor earlier) throws IOException {
    boolean begun = false;
    try (TreeWalker walk = session.walk(directory, options.withPlacement(false))) {
      for (StoreObject object = walk.next(); object != null; object = walk.next()) {
        begun = true;
        enricher.submit(object, earlier.find(object), !options.placement());
        if (walk.isUnread()) {
          earlier.carryBelow(object, pipe);
        }
      }
    } catch (StoreException e) {
      if (begun) {
        throw e;
      }
      if (e.isNotFound()) {
        session.skipped().recordVanished(directory.path(), e);
        return;
      }
      session.skipped().unread(directory.path(), e);
      enricher.submit(directory, earlier.find(directory), !options.placement());
      earlier.carryBelow(directory, pipe);
    }
  }
}
