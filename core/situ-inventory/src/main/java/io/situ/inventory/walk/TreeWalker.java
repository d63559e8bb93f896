// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.storage.HeldDirectories;
import io.situ.storage.Listing;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Meets everything below a directory in key order, a directory before what is in it. Links are
 * named and not followed. Memory is bounded: directories too large for it are sorted on disk. Not
 * thread-safe, though it uses several.
 */
public final class TreeWalker implements AutoCloseable {

  /** A remembered object with its path takes about this many bytes of heap. */
  private static final int OBJECT_BYTES = 400;

  private final Store store;
  private final StorePath root;
  private final Listing.Options listing;
  private final SkippedObjects skipped;
  private final Optional<StorePath> excluded;
  private final ExternalSorter.Place place;
  private final DirectoryPrefetcher ahead;
  private final HeldDirectories held = new HeldDirectories();
  private final Deque<SortedEntries> stack = new ArrayDeque<>();
  private StoreObject top;
  private boolean unread;

  /**
   * @param root the directory that is scanned; below it no link is followed
   * @param top the directory, as the store describes it
   * @param excluded a directory that is left out
   * @param working where large directories are sorted
   */
  public TreeWalker(
      Store store,
      StorePath root,
      StoreObject top,
      ScanOptions options,
      SkippedObjects skipped,
      Optional<StorePath> excluded,
      Path working) {
    this.store = store;
    this.root = root;
    this.top = top;
    Listing.Options plain = Listing.Options.FLAT.withScan().withoutLinksBelow(root).withHeld(held);
    this.listing = options.placement() ? plain.withPlacement() : plain;
    this.skipped = skipped;
    this.excluded = excluded;
    int budget = budget();
    int limit = Math.max(1 << 12, budget / (options.parallelism() + 1));
    this.place = new ExternalSorter.Place(working, limit);
    this.ahead = DirectoryPrefetcher.start(this::list, options.parallelism(), budget);
  }

  private static int budget() {
    long quarter = Runtime.getRuntime().maxMemory() / 4 / OBJECT_BYTES;
    return (int) Math.max(20_000, Math.min(quarter, 500_000));
  }

  /**
   * The next object, or null at the end.
   *
   * @throws StoreException if the directory itself cannot be listed, or something below it and the
   *     scan is strict or the failure is one that no scan can pass over
   */
  public StoreObject next() throws IOException {
    unread = false;
    if (top != null) {
      StoreObject first = top;
      top = null;
      push(ahead.await(new PendingDirectory(first.path())));
      return first;
    }
    while (!stack.isEmpty()) {
      SortedEntries entries = stack.peek();
      StoreObject object = entries.next();
      ahead.offer(entries.discovered());
      if (object == null) {
        stack.pop().close();
      } else if (!object.isDirectory() || enter(entries.folder())) {
        return object;
      }
    }
    return null;
  }

  /** Whether the object that {@link #next} named is a directory that could not be listed. */
  public boolean isUnread() {
    return unread;
  }

  private void push(SortedEntries entries) {
    stack.push(entries);
    ahead.offer(entries.discovered());
  }

  /** Whether the directory is still there. */
  private boolean enter(PendingDirectory folder) throws IOException {
    try {
      push(ahead.await(folder));
      return true;
    } catch (StoreException e) {
      return isGone(e) ? enterIfThere(folder.path(), e) : skip(folder.path(), e);
    }
  }

  /**
   * A directory is gone if its parent has it no longer: a failure of its listing alone may come
   * from a file handle that a server has forgotten.
   */
  private boolean enterIfThere(StorePath path, StoreException failure) throws IOException {
    try {
      if (store.statBelow(root, path).isDirectory()) {
        push(list(new PendingDirectory(path)));
        return true;
      }
    } catch (StoreException e) {
      if (!isGone(e) || isThere(path)) {
        return skip(path, e);
      }
    }
    skipped.recordVanished(path, failure);
    return false;
  }

  private boolean isThere(StorePath path) throws StoreException {
    try {
      return store.statBelow(root, path).isDirectory();
    } catch (StoreException e) {
      return !isGone(e);
    }
  }

  private boolean skip(StorePath path, StoreException failure) throws StoreException {
    skipped.unread(path, failure);
    unread = true;
    return true;
  }

  private static boolean isGone(StoreException failure) {
    return failure.isNotFound() || failure.kind() == StoreException.Kind.CHANGED;
  }

  private SortedEntries list(PendingDirectory folder) throws IOException {
    AtomicBoolean own = new AtomicBoolean();
    SortedEntries sorted =
        SortedEntries.list(
            store,
            folder.path(),
            listing,
            place,
            object -> {
              boolean isOwn = excluded.filter(object.path()::equals).isPresent();
              if (isOwn) {
                own.set(true);
              }
              return !isOwn;
            });
    if (own.get()) {
      skipped.ownInventory(excluded.orElseThrow());
    }
    return sorted;
  }

  @Override
  public void close() {
    ahead.close();
    stack.forEach(SortedEntries::close);
    stack.clear();
    held.close();
  }
}
