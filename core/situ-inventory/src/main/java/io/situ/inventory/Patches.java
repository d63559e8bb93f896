package io.situ.inventory;

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
final class Patches {

  private Patches() {}

  /** The steps in key order; none lies within another. */
  static List<Patch> of(Changes changes, Snapshot before, Store store, Session session, int threads)
      throws IOException {
    List<StorePath> paths = new ArrayList<>();
    Optional<StorePath> excluded = session.excluded();
    for (StorePath path : changes.paths().keySet()) {
      if (excluded.isEmpty() || !path.startsWith(excluded.get())) {
        paths.add(path);
      }
    }
    List<Optional<Row>> rows = before.findAll(paths);
    List<Optional<StoreObject>> now = look(store, paths, session.skipped(), threads);
    List<Patch> patches = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      step(patches, rows.get(i), now.get(i), changes.paths().get(paths.get(i)));
    }
    return outermost(patches);
  }

  private static List<Optional<StoreObject>> look(
      Store store, List<StorePath> paths, SkipLog skipped, int threads) throws IOException {
    ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, paths.size() + 1));
    try {
      List<Future<Optional<StoreObject>>> answers = new ArrayList<>();
      for (StorePath path : paths) {
        answers.add(pool.submit(() -> look(store, path, skipped)));
      }
      List<Optional<StoreObject>> objects = new ArrayList<>();
      for (Future<Optional<StoreObject>> answer : answers) {
        objects.add(answer.get());
      }
      return objects;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Scanner.interrupted();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException("looking at changed objects failed", e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static Optional<StoreObject> look(Store store, StorePath path, SkipLog skipped)
      throws StoreException {
    try {
      return Optional.of(store.stat(path, false));
    } catch (StoreException e) {
      if (!e.isAbsence()) {
        skipped.skip(path, e);
      }
      return Optional.empty();
    }
  }

  /** Of a file that is named it may also be its place that changed, which no version tells. */
  private static void step(
      List<Patch> patches, Optional<Row> before, Optional<StoreObject> now, boolean deep) {
    String oldKey = before.isPresent() ? Keys.of(before.get().object()) : "";
    String newKey = now.isPresent() ? Keys.of(now.get()) : "";
    if (before.isPresent() && !oldKey.equals(newKey)) {
      patches.add(Patch.drop(oldKey));
    }
    if (now.isEmpty()) {
      return;
    }
    StoreObject object = now.get();
    if (object.isDirectory() && (deep || !oldKey.equals(newKey))) {
      patches.add(Patch.putTree(object));
    } else if (before.isEmpty() || object.isFile() || !unchanged(before.get().object(), object)) {
      patches.add(Patch.put(object, before));
    }
  }

  static boolean unchanged(StoreObject before, StoreObject now) {
    return Enricher.same(before, now)
        && before.attributes().owner().equals(now.attributes().owner())
        && before.attributes().group().equals(now.attributes().group())
        && before.attributes().mode() == now.attributes().mode()
        && before.attributes().modifiedNanos() == now.attributes().modifiedNanos()
        && before.attributes().changedNanos() == now.attributes().changedNanos()
        && before.linkTarget().equals(now.linkTarget());
  }

  private static List<Patch> outermost(List<Patch> patches) {
    patches.sort(Comparator.comparing(Patch::key, Keys::compare));
    List<Patch> outer = new ArrayList<>();
    String behind = "";
    for (Patch patch : patches) {
      if (Keys.compare(patch.key(), behind) >= 0) {
        outer.add(patch);
        behind = patch.tree() ? patch.behind() : behind;
      }
    }
    return outer;
  }
}
