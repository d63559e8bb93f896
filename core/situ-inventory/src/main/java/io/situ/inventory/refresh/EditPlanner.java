// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.refresh;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.inventory.scan.ObjectEnricher;
import io.situ.inventory.scan.SnapshotBuilder;
import io.situ.storage.Extent;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Finds out what changed paths mean: looks each up in the earlier snapshot and in the store. */
final class EditPlanner {

  /** So many rows are in memory at once, which may have many extents and row groups. */
  private static final int AT_ONCE = 4096;

  private EditPlanner() {}

  /**
   * The steps in key order; none lies within another. A feed may name what is as the earlier
   * snapshot has it: that makes no step.
   */
  static List<SnapshotEdit> of(
      ReportedChanges changes,
      Snapshot before,
      Store store,
      SnapshotBuilder session,
      ScanOptions options)
      throws IOException {
    List<StorePath> paths = new ArrayList<>();
    Optional<StorePath> excluded = session.excluded();
    for (StorePath path : changes.paths().keySet()) {
      if (excluded.isEmpty() || !path.startsWith(excluded.get())) {
        paths.add(path);
      }
    }
    Looker looker = new Looker(store, before, options, session.skipped());
    List<SnapshotEdit> patches = new ArrayList<>();
    for (int from = 0; from < paths.size(); from += AT_ONCE) {
      List<StorePath> some = paths.subList(from, Math.min(paths.size(), from + AT_ONCE));
      List<Optional<Row>> rows = before.findAll(some);
      List<Found> now = looker.resolve(some, rows);
      for (int i = 0; i < some.size(); i++) {
        step(patches, rows.get(i), now.get(i), changes.paths().get(some.get(i)));
      }
    }
    return outermost(patches);
  }

  private static void step(
      List<SnapshotEdit> patches, Optional<Row> before, Found found, boolean deep) {
    String oldKey = before.isPresent() ? SortKeys.of(before.get().object()) : "";
    String newKey = found.object().isPresent() ? SortKeys.of(found.object().get()) : "";
    if (found.unread()) {
      return;
    }
    if (before.isPresent() && !oldKey.equals(newKey)) {
      patches.add(SnapshotEdit.drop(oldKey));
    }
    if (found.object().isEmpty()) {
      return;
    }
    StoreObject object = found.object().get();
    if (object.isDirectory() && (deep || !oldKey.equals(newKey))) {
      patches.add(SnapshotEdit.putTree(object));
    } else if (!found.same()) {
      patches.add(SnapshotEdit.put(object));
    }
  }

  static boolean unchanged(StoreObject before, StoreObject now) {
    return ObjectEnricher.same(before, now)
        && before.attributes().owner().equals(now.attributes().owner())
        && before.attributes().group().equals(now.attributes().group())
        && before.attributes().mode() == now.attributes().mode()
        && before.attributes().modifiedNanos() == now.attributes().modifiedNanos()
        && before.attributes().changedNanos() == now.attributes().changedNanos()
        && before.linkTarget().equals(now.linkTarget());
  }

  private static List<SnapshotEdit> outermost(List<SnapshotEdit> patches) {
    patches.sort(Comparator.comparing(SnapshotEdit::key, SortKeys::compare));
    List<SnapshotEdit> outer = new ArrayList<>();
    String behind = "";
    for (SnapshotEdit patch : patches) {
      if (SortKeys.compare(patch.key(), behind) >= 0) {
        outer.add(patch);
        behind = patch.tree() ? patch.behind() : behind;
      }
    }
    return outer;
  }

  /**
   * What is at a path now.
   *
   * @param same whether the earlier snapshot has it as it is
   * @param unread whether it could not be looked at
   */
  private record Found(Optional<StoreObject> object, boolean same, boolean unread) {

    Found(Optional<StoreObject> object, boolean same) {
      this(object, same, false);
    }
  }

  private record Looker(
      Store store, Snapshot snapshot, ScanOptions options, SkippedObjects skipped) {

    List<Found> resolve(List<StorePath> paths, List<Optional<Row>> rows) throws IOException {
      int threads = Math.min(options.parallelism(), paths.size() + 1);
      ExecutorService pool = Executors.newFixedThreadPool(threads);
      try {
        List<Future<Found>> answers = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
          StorePath path = paths.get(i);
          Optional<Row> row = rows.get(i);
          answers.add(pool.submit(() -> resolve(path, row)));
        }
        List<Found> objects = new ArrayList<>();
        for (Future<Found> answer : answers) {
          objects.add(answer.get());
        }
        return objects;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw InventoryException.interrupted();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        throw new IllegalStateException("looking at changed objects failed", e.getCause());
      } finally {
        pool.shutdownNow();
      }
    }

    private Found resolve(StorePath path, Optional<Row> before) throws StoreException {
      try {
        StorePath root = snapshot.manifest().origin().root();
        StoreObject object = store.statBelow(root, path);
        return before.isPresent() && whole(before.get()) && unchanged(before.get().object(), object)
            ? inPlace(before.get().object(), object)
            : new Found(Optional.of(object), false);
      } catch (StoreException e) {
        boolean gone = e.isNotFound() || e.kind() == StoreException.Kind.CHANGED;
        if (!gone) {
          skipped.unread(path, e);
        } else if (!e.isNotFound()) {
          skipped.recordVanished(path, e);
        }
        return new Found(Optional.empty(), false, !gone);
      }
    }

    /** Whether a row has all that is wanted of it, and that is still true of an unchanged file. */
    private boolean whole(Row row) {
      boolean file = row.object().isFile() && row.object().size() > 0;
      boolean sums = options.checksums() && file;
      boolean footers = options.footers() && file;
      return (!sums || row.chunksNoCopy().length > 0)
          && (!(sums || footers) || snapshot.isSettled(row.object()));
    }

    /**
     * Of a file it may also be its place that changed, which no version reports. What was known of
     * it stays where this user is denied it.
     */
    private Found inPlace(StoreObject before, StoreObject now) {
      if (!now.isFile() || now.size() == 0 || !ObjectEnricher.places(store, now.path(), options)) {
        return new Found(Optional.of(now), true);
      }
      try {
        List<Extent> extents = store.placement(now, 0, now.size());
        return new Found(Optional.of(now.withExtents(extents)), extents.equals(before.extents()));
      } catch (StoreException e) {
        boolean denied = e.kind() == StoreException.Kind.PERMISSION_DENIED;
        return new Found(Optional.of(now), denied && !before.extents().isEmpty());
      }
    }
  }
}
