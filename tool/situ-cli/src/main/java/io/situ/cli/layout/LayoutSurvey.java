// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.inventory.manifest.SkippedObjects;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import io.situ.storage.util.StoreRetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Looks at the footer and the placement of each file that a scan of a directory reads, many files
 * at once. What engines take for hidden, names that begin with a dot or an underscore, is left out.
 * Not thread-safe.
 */
final class LayoutSurvey implements AutoCloseable {

  private static final int THREADS = 16;
  private static final int BATCH = 32 * THREADS;

  /** What hears how far it is, and what is left out. */
  interface Observer {

    void looked(long files, long bytes, StorePath at);

    /**
     * @param sentence which names the file or directory and the reason
     */
    void leftOut(String sentence);

    /**
     * Hears that the hosts of a file could not be asked for, so that they count as not known.
     *
     * @param reason a sentence
     */
    void unplaced(String reason);
  }

  private record Found(FileLocality locality, List<Extent> extents) {}

  private final Store store;
  private final UnitReader reader;
  private final Observer observer;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, LayoutSurvey::thread);

  /**
   * @param split bytes of a split of files that can be cut anywhere
   */
  LayoutSurvey(Store store, long split, Observer observer) {
    this.store = store;
    this.reader = new UnitReader(store, split);
    this.observer = observer;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-layout");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Adds a file, or all files below a directory. A directory below it that cannot be listed is left
   * out, which is reported unless engines take it for hidden.
   *
   * @throws StoreException if the directory itself cannot be listed; {@code UNAVAILABLE} if the
   *     store does not answer any more
   */
  void add(StoreObject top, TreeLocality sums) throws IOException {
    if (top.isFile()) {
      lookAt(List.of(top), sums);
      return;
    }
    List<StoreObject> batch = new ArrayList<>();
    try (Listing listing =
        StoreFiles.walk(store, top.path(), true, e -> leaveOutDirectory(top.path(), e))) {
      for (StoreObject next = listing.next(); next != null; next = listing.next()) {
        if (next.isFile() && next.size() > 0 && !isHidden(next.path(), top.path())) {
          batch.add(next);
          if (batch.size() == BATCH) {
            lookAt(batch, sums);
            batch.clear();
          }
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    lookAt(batch, sums);
  }

  private void leaveOutDirectory(StorePath top, StoreException unlisted) {
    StorePath directory = unlisted.path().orElse(top);
    if (directory.equals(top) || SkippedObjects.endsWalk(unlisted)) {
      throw new UncheckedIOException(unlisted);
    }
    if (!isHidden(directory, top)) {
      observer.leftOut(unlisted.getMessage());
    }
  }

  /** A partition's directory may begin with an underscore. */
  private static boolean isHidden(StorePath path, StorePath top) {
    for (StorePath at = path; !at.equals(top); at = at.parent().orElseThrow()) {
      String name = at.name();
      if (name.startsWith(".") || name.startsWith("_") && !name.contains("=")) {
        return true;
      }
    }
    return false;
  }

  private void lookAt(List<StoreObject> files, TreeLocality sums) throws IOException {
    List<Future<Found>> all = new ArrayList<>();
    for (StoreObject file : files) {
      all.add(threads.submit(() -> lookAt(file)));
    }
    for (int i = 0; i < all.size(); i++) {
      StorePath path = files.get(i).path();
      try {
        Found found = all.get(i).get();
        sums.add(found.locality(), found.extents());
      } catch (ExecutionException e) {
        leaveOut(path, e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException(StoreException.Kind.INTERRUPTED, path, "interrupted", e);
      }
      observer.looked(sums.files(), sums.bytes(), path);
    }
  }

  /** What is gone by now is none of the data. */
  private void leaveOut(StorePath path, Throwable cause) throws StoreException {
    if (cause instanceof Error error) {
      throw error;
    }
    if (!(cause instanceof StoreException store)) {
      observer.leftOut("'" + path + "': " + cause.getMessage());
      return;
    }
    switch (store.kind()) {
      case NOT_FOUND -> {}
      case UNAVAILABLE, INTERRUPTED -> throw store;
      default -> observer.leftOut(store.getMessage());
    }
  }

  private Found lookAt(StoreObject file) throws IOException {
    FileUnits units = StoreRetry.retryOnce(() -> reader.of(file));
    List<Extent> extents = file.extents().isEmpty() ? placement(file) : file.extents();
    return new Found(FileLocality.of(file.path(), units, extents), extents);
  }

  private List<Extent> placement(StoreObject file) throws StoreException {
    try {
      return store.placement(file, 0, file.size());
    } catch (StoreException e) {
      switch (e.kind()) {
        case NOT_FOUND, INTERRUPTED -> throw e;
        default -> observer.unplaced(e.getMessage());
      }
      return List.of();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
