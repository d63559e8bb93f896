// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.Inventory;
import io.situ.inventory.InventoryPaths;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.WriterLock;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.inventory.walk.TreeWalker;
import io.situ.storage.Capability;
import io.situ.storage.ChangeFeed;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The making of one snapshot: holds the lock, knows what was there before, and publishes. */
public final class SnapshotBuilder implements AutoCloseable {

  private final Store store;
  private final InventoryPaths layout;
  private final WriterLock lock;
  private final ScanOptions options;
  private final Instant startedAt = Instant.now();
  private final long startedNanos = System.nanoTime();
  private final Manifest.Origin origin;
  private final Optional<Snapshot> previous;
  private final SkippedObjects skipped;
  private final SnapshotWriter writer;
  private boolean published;

  private SnapshotBuilder(
      Store store, StoreObject top, WriterLock lock, ScanOptions options, int partRows)
      throws IOException {
    this.store = store;
    this.layout = lock.layout();
    this.lock = lock;
    this.options = options;
    this.origin = origin(store, top.path());
    this.skipped = new SkippedObjects(options.strict());
    OptionalLong current = clean();
    this.previous = current.isEmpty() ? Optional.empty() : previous(current.getAsLong());
    List<Long> ids = layout.snapshots();
    long last = Math.max(current.orElse(0), ids.isEmpty() ? 0 : ids.get(ids.size() - 1));
    SnapshotWriter.Parts limits = new SnapshotWriter.Parts(partRows, options.footers());
    this.writer = new SnapshotWriter(layout, last + 1, origin.storeRoot(), newTally(), limits);
  }

  /**
   * Begins.
   *
   * @param top the directory to be scanned
   * @param partRows rows in a data file at most
   */
  public static SnapshotBuilder begin(
      Store store, StoreObject top, Path directory, ScanOptions options, int partRows)
      throws IOException {
    InventoryPaths layout = new InventoryPaths(directory);
    layout.requireOwn();
    WriterLock lock = WriterLock.acquire(layout);
    try {
      return new SnapshotBuilder(store, top, lock, options, partRows);
    } catch (StoreException | InventoryException e) {
      lock.close();
      throw e;
    } catch (IOException e) {
      lock.close();
      throw WriterLock.notWritable(directory, e);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private static Manifest.Origin origin(Store store, StorePath root) {
    Store.Info info = store.info();
    return new Manifest.Origin(
        info.name(),
        info.driver(),
        info.identity(),
        info.root(),
        root,
        store.can(Capability.STABLE_IDENTITY, root),
        store.fileSystem(root).filter(system -> !system.equals(Store.ORDINARY)));
  }

  /** Cleans up after a scan that was killed; the answer is the current snapshot. */
  private OptionalLong clean() throws IOException {
    OptionalLong current;
    try {
      current = layout.current();
    } catch (InventoryException e) {
      current = OptionalLong.empty();
    }
    layout.clean(current);
    return current;
  }

  public interface Work {
    Manifest run() throws IOException;
  }

  /** Does the work; a failure that is not the store's is the inventory's. */
  public Manifest run(Work work) throws IOException {
    try {
      return work.run();
    } catch (StoreException | InventoryException e) {
      throw e;
    } catch (ClosedByInterruptException e) {
      throw InventoryException.interrupted();
    } catch (IOException e) {
      throw WriterLock.notWritable(layout.directory(), e);
    }
  }

  /** A snapshot that cannot be read is no hindrance: the new one takes its place. */
  private Optional<Snapshot> previous(long id) {
    try {
      return Optional.of(Inventory.open(layout.directory()).snapshot(id));
    } catch (InventoryException e) {
      return Optional.empty();
    }
  }

  /** Returns the directory that is scanned. */
  StorePath root() {
    return origin.root();
  }

  /** Where the store's change feed stands now; empty if it has none. */
  public Optional<String> cursor() throws IOException {
    if (!store.can(Capability.CHANGE_FEED, origin.root())) {
      return Optional.empty();
    }
    try (ChangeFeed feed = store.changes(origin.root(), "")) {
      while (feed.next() != null) {
        continue;
      }
      return Optional.of(feed.cursor());
    }
  }

  /**
   * Where the current snapshot cannot be read, the newest that can be counts: damage does not make
   * the inventory another's.
   *
   * @throws InventoryException {@code OTHER_STORE} if it is of another store or directory
   */
  void requireSameOrigin() throws InventoryException {
    Optional<Manifest> readable =
        previous.isEmpty() && layout.hasPointer()
            ? Inventory.newestManifest(layout)
            : previous.map(Snapshot::manifest);
    if (readable.isPresent()) {
      requireSameOrigin(readable.get());
    }
  }

  private void requireSameOrigin(Manifest before) throws InventoryException {
    before.requireStore(store);
    if (!before.origin().root().equals(origin.root())) {
      throw new InventoryException(
          InventoryException.Kind.OTHER_STORE,
          "the inventory '"
              + layout.directory()
              + "' is of the directory '"
              + before.origin().root()
              + "', not of '"
              + origin.root()
              + "'; scan into another directory");
    }
  }

  public Optional<Snapshot> previous() {
    return previous;
  }

  public SnapshotWriter writer() {
    return writer;
  }

  /** Returns where files may be put while the snapshot is being written. */
  public Path workingDirectory() {
    return writer.workingDirectory();
  }

  public SkippedObjects skipped() {
    return skipped;
  }

  public TreeWalker walk(StoreObject top, ScanOptions how) {
    return new TreeWalker(
        store, origin.root(), top, how, skipped, excluded(), writer.workingDirectory());
  }

  /** The inventory's own directory, where it lies in the store that is scanned. */
  public Optional<StorePath> excluded() {
    try {
      Path root = Path.of(origin.storeRoot()).toRealPath();
      Path own = layout.directory().toRealPath();
      return own.startsWith(root) && !own.equals(root)
          ? Optional.of(StorePath.of("/" + root.relativize(own)))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Publishes what was written, and deletes snapshots that are too old.
   *
   * @param cursor where the change feed stood before anything was looked at
   */
  Manifest publish(Optional<String> cursor) throws IOException {
    return publish(cursor, written());
  }

  /** What the rows written so far count. */
  public Manifest.Counts written() {
    return writer.tally().counts();
  }

  public SnapshotWriter.Tally newTally() {
    return new SnapshotWriter.Tally(options.checksums());
  }

  /** Publishes with other counts than those of the rows written. */
  public Manifest publish(Optional<String> cursor, Manifest.Counts counts) throws IOException {
    Manifest manifest =
        new Manifest(
            writer.id(),
            previous.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(previous.get().manifest().id()),
            origin,
            startedAt,
            (System.nanoTime() - startedNanos) / 1e9,
            new Manifest.Features(
                options.placement(),
                options.checksums() ? ObjectEnricher.CHUNK : 0,
                options.footers(),
                cursor),
            counts,
            skipped.entries(),
            skipped.unread(),
            writer.parts());
    try {
      writer.publish(manifest, lock);
      published = true;
      layout.prune(Inventory.KEEP);
    } catch (InventoryException e) {
      throw e;
    } catch (IOException e) {
      throw WriterLock.notWritable(layout.directory(), e);
    }
    return manifest;
  }

  @Override
  public void close() {
    if (!published) {
      writer.abandon();
    }
    lock.close();
  }
}
