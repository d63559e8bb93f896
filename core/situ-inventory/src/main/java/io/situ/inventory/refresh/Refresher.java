// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.DataFileWriter;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.inventory.scan.ObjectEnricher;
import io.situ.inventory.scan.PreviousSnapshotCursor;
import io.situ.inventory.scan.RowQueue;
import io.situ.inventory.scan.Scanner;
import io.situ.inventory.scan.SnapshotBuilder;
import io.situ.inventory.walk.TreeWalker;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Brings an inventory up to date. */
public final class Refresher {

  private Refresher() {}

  /**
   * Publishes a new snapshot that holds what is in the store now.
   *
   * <p>Where the store has a change feed that reaches back to the current snapshot, only what
   * changed is looked at, and only data files that hold something that changed are rewritten.
   * Otherwise everything is listed again. Either way no data is read of a file whose version is
   * still the same. Placement is asked for again of files that the feed names; of others whose
   * version is the same it is carried over, so that replicas that a store moved on its own, without
   * a word of its feed, are only seen by a new scan. Everything is listed again also where another
   * directory has got the path of the one that was scanned.
   *
   * <p>What the current snapshot collected, placement, checksums and footers, is collected again
   * even if {@code options} do not ask for it. Failure and interruption are as with {@link
   * Scanner#scan}.
   *
   * @throws StoreException as {@link Scanner#scan}
   * @throws InventoryException {@code MISSING} if there is no inventory; {@code DAMAGED} or {@code
   *     WRONG_VERSION} if its current snapshot cannot be used; {@code OTHER_STORE}; {@code BUSY};
   *     {@code NOT_WRITABLE}; {@code INTERRUPTED}
   */
  public static Manifest refresh(Store store, Path inventory, ScanOptions options)
      throws IOException {
    return refresh(store, inventory, options, DataFileWriter.MAX_ROWS);
  }

  public static Manifest refresh(Store store, Path inventory, ScanOptions options, int partRows)
      throws IOException {
    Manifest before = Inventory.open(inventory).snapshot().manifest();
    before.requireStore(store);
    StoreObject top = store.stat(before.origin().root(), true);
    if (!top.isDirectory()) {
      throw new StoreException(
          StoreException.Kind.NOT_A_DIRECTORY, top.path(), "is no longer a directory");
    }
    ScanOptions wanted =
        options
            .withPlacement(options.placement() || before.features().placement())
            .withChecksums(options.checksums() || before.checksumChunk() > 0)
            .withFooters(options.footers() || before.features().footers());
    try (SnapshotBuilder session = SnapshotBuilder.begin(store, top, inventory, wanted, partRows)) {
      Snapshot previous = session.previous().orElseThrow(() -> Scanner.unusable(inventory));
      return session.run(() -> new Refresh(store, session, previous, wanted).run(top));
    }
  }

  private record Refresh(
      Store store, SnapshotBuilder session, Snapshot before, ScanOptions options) {

    Manifest run(StoreObject top) throws IOException {
      Optional<ReportedChanges> changes = changes(top);
      try (RowQueue pipe = RowQueue.start(session.writer());
          ObjectEnricher enricher =
              new ObjectEnricher(session, store, options, pipe, Optional.of(before))) {
        return changes.isPresent()
            ? patch(changes.get(), pipe, enricher)
            : walk(top, pipe, enricher);
      }
    }

    /** Empty if everything has to be listed. */
    private Optional<ReportedChanges> changes(StoreObject top) throws IOException {
      Manifest.Features had = before.manifest().features();
      boolean sameFeatures =
          had.placement() == options.placement()
              && had.checksumChunk() > 0 == options.checksums()
              && had.footers() == options.footers();
      if (!sameFeatures
          || had.cursor().isEmpty()
          || !store.can(Capability.CHANGE_FEED, before.manifest().origin().root())) {
        return Optional.empty();
      }
      Optional<String> reason = isSameDirectory(top) ? incomplete() : Optional.of(exchanged());
      if (reason.isPresent()) {
        options.progress().feedExpired(reason.get());
        return Optional.empty();
      }
      return ReportedChanges.since(
          store, had.cursor().get(), before, session.workingDirectory(), options.progress());
    }

    /**
     * Whether the earlier snapshot is of this directory, as far as the store shows it: no feed need
     * report that directories above it were renamed.
     */
    private boolean isSameDirectory(StoreObject top) throws IOException {
      Manifest.Origin origin = before.manifest().origin();
      Optional<Row> root = origin.stableIdentity() ? before.find(origin.root()) : Optional.empty();
      return root.isEmpty() || root.get().object().version().identity() == top.version().identity();
    }

    private String exchanged() {
      return "another directory has the place of '" + before.manifest().origin().root() + "'";
    }

    /** Why the earlier snapshot has to be completed where nothing changed; empty if it has not. */
    private Optional<String> incomplete() {
      long unplaced =
          before.manifest().skipped().stream()
              .filter(SkippedObjects::isUnplaced)
              .mapToLong(Manifest.Skipped::count)
              .sum();
      if (unplaced > 0) {
        return Optional.of(
            "the last snapshot has no placement of " + unplaced + " of its files, as it failed");
      }
      return before.manifest().unread().complete()
          ? Optional.empty()
          : Optional.of("the last scan could not look at more objects than it could name");
    }

    private Manifest patch(ReportedChanges changes, RowQueue pipe, ObjectEnricher enricher)
        throws IOException {
      List<SnapshotEdit> patches = EditPlanner.of(changes, before, store, session, options);
      Manifest.Counts replaced =
          new SnapshotEditor(session, before, options, pipe, enricher).apply(patches);
      pipe.finish();
      Manifest.Counts counts =
          before.manifest().counts().plus(replaced, -1).plus(session.written(), 1);
      session
          .skipped()
          .carry(
              before.manifest().skipped(),
              counts.unchecked(),
              path -> changes.covers(path) || isInReplaced(patches, path));
      return session.publish(Optional.of(changes.cursor()), counts);
    }

    /**
     * Of a directory that went, or took the place of another, a feed need not name what is in it.
     */
    private static boolean isInReplaced(List<SnapshotEdit> patches, StorePath path) {
      String key = path.toString();
      return patches.stream().anyMatch(patch -> patch.tree() && key.startsWith(patch.key()));
    }

    private Manifest walk(StoreObject top, RowQueue pipe, ObjectEnricher enricher)
        throws IOException {
      Optional<String> cursor = session.cursor();
      boolean place = options.placement() && !before.manifest().features().placement();
      PreviousSnapshotCursor earlier =
          new PreviousSnapshotCursor(before.rows(), session.newTally());
      try (TreeWalker walk = session.walk(top, options.withPlacement(place))) {
        for (StoreObject object = walk.next(); object != null; object = walk.next()) {
          enricher.submit(object, earlier.find(object), place || !options.placement());
          if (walk.isUnread()) {
            earlier.carryBelow(object, pipe);
          }
        }
      }
      pipe.finish();
      return session.publish(cursor, session.written());
    }
  }
}
