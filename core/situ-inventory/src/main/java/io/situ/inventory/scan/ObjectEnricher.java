// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.ScanOptions;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.Listing;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Adds to the objects of a walk what the walk does not report: checksums, row groups, and placement
 * where it was not listed. Takes it from an earlier row where the object is still the same version,
 * else asks the store, many objects at a time. Used by the thread that walks.
 */
public final class ObjectEnricher implements AutoCloseable {

  /** Bytes under one checksum. */
  public static final int CHUNK = ChunkChecksums.CHUNK;

  /** Checksums and extents in memory that are not yet written, by the room of checksums: 64 MiB. */
  private static final int MAX_PENDING = 1 << 24;

  /** An extent takes about as much memory as so many checksums. */
  private static final int EXTENT_WEIGHT = 10;

  private static final int[] NO_CHUNKS = {};

  private final Store store;
  private final StorePath root;
  private final ScanOptions options;
  private final SkippedObjects skipped;
  private final RowQueue pipe;
  private final boolean places;
  private final ExecutorService pool;
  private final Optional<Snapshot> earlier;
  private final ChunkChecksums sums = new ChunkChecksums();
  private final FileReads reads;
  private final Footers footers;
  private final Semaphore pending = new Semaphore(MAX_PENDING);
  private long objects;
  private long bytes;

  /**
   * @param earlier the snapshot that rows of earlier come from
   */
  public ObjectEnricher(
      SnapshotBuilder session,
      Store store,
      ScanOptions options,
      RowQueue pipe,
      Optional<Snapshot> earlier) {
    this.earlier = earlier;
    this.store = store;
    this.root = session.root();
    this.options = options;
    this.skipped = session.skipped();
    this.pipe = pipe;
    this.reads = new FileReads(store, root);
    this.footers = new Footers(reads, skipped);
    this.places = places(store, session.root(), options);
    this.pool =
        Executors.newFixedThreadPool(
            options.parallelism(),
            task -> {
              Thread thread = new Thread(task, "situ-scan-reader");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Whether the places of files are wanted, and the store reports them. */
  public static boolean places(Store store, StorePath path, ScanOptions options) {
    return options.placement() && store.can(Capability.PLACEMENT, path);
  }

  /** Passes on an object of which nothing is known but what the walk says. */
  void submit(StoreObject object) throws IOException {
    submit(object, Optional.empty(), true);
  }

  /**
   * Passes on an object.
   *
   * @param before what an earlier snapshot knew at this path
   * @param placed whether the placement of an earlier snapshot does not count; else it is taken
   *     from {@code before} if the object is the same version. What is then missing is asked for;
   *     where this user is denied it, {@code before} counts for the same version
   */
  public void submit(StoreObject object, Optional<Row> before, boolean placed) throws IOException {
    count(object);
    if (!object.isFile()) {
      pipe.add(object);
      return;
    }
    boolean same = before.isPresent() && same(before.get().object(), object);
    boolean settled = same && earlier.orElseThrow().isSettled(object);
    int[] chunks = settled && options.checksums() ? before.get().chunksNoCopy() : NO_CHUNKS;
    boolean read =
        options.checksums() && object.size() > 0 && chunks.length == 0 && !isTooLarge(object);
    StoreObject kept = same && !placed ? withExtents(object, before.get()) : object;
    boolean place = places && kept.extents().isEmpty() && object.size() > 0;
    boolean footer = options.footers() && !(settled && hadFooters()) && Footers.mayHave(object);
    List<RowGroup> groups =
        settled && options.footers() ? before.get().rowGroups() : List.<RowGroup>of();
    if (read || place || footer) {
      List<Extent> known = before.flatMap(row -> row.extentsOf(object)).orElse(List.of());
      enqueue(new Row(kept, 0, chunks, groups), new Missing(place, known, read, footer));
    } else if (same && !placed) {
      pipe.add(new Row(kept, before.get().blockIdOrZero(), chunks, groups));
    } else {
      pipe.add(new Row(object, 0, chunks, groups));
    }
  }

  private boolean hadFooters() {
    return earlier.orElseThrow().manifest().features().footers();
  }

  private boolean isTooLarge(StoreObject object) {
    long limit = Math.min(options.maxChecksumBytes(), (long) MAX_PENDING * CHUNK);
    if (object.size() <= limit) {
      return false;
    }
    skipped.skip(object.path(), "no-checksum: too-large");
    return true;
  }

  private static StoreObject withExtents(StoreObject object, Row before) {
    return object.withExtents(before.object().extents());
  }

  /**
   * Whether an object is as it was, as far as its version and its times show. The version leaves
   * out the time of change, which moves when content is written and its modification time put back.
   */
  public static boolean same(StoreObject before, StoreObject now) {
    return before.kind() == now.kind()
        && before.size() == now.size()
        && before.attributes().changedNanos() == now.attributes().changedNanos()
        && before.version().equals(now.version());
  }

  private void count(StoreObject object) throws IOException {
    objects++;
    if (object.isFile()) {
      bytes += object.size();
    }
    if ((objects & 1023) == 0) {
      options.progress().update(objects, bytes, object.path());
      if (Thread.interrupted()) {
        throw InventoryException.interrupted();
      }
    }
  }

  /**
   * What has to be asked for or read of an object.
   *
   * @param known where an earlier snapshot has the same version
   */
  private record Missing(boolean place, List<Extent> known, boolean checksums, boolean footer) {

    /** Returns how much of it is held until it is written, in numbers of 4 bytes. */
    int weight(StoreObject object) {
      long sums = checksums ? ChunkChecksums.count(object.size()) : 0;
      long extents = place ? weightOfExtents(object.size()) : 0;
      long groups = footer ? Footers.weight(object) : 0;
      return (int) Math.min(MAX_PENDING, sums + extents + groups);
    }
  }

  private void enqueue(Row known, Missing missing) throws IOException {
    int weight = missing.weight(known.object());
    reserve(weight);
    pipe.addLater(
        CompletableFuture.supplyAsync(() -> completed(known, missing), pool),
        () -> pending.release(weight));
  }

  private Row completed(Row known, Missing missing) {
    StoreObject object = known.object();
    try {
      return new Row(
          missing.place ? object.withExtents(placement(object, missing.known)) : object,
          0,
          missing.checksums ? checksums(object) : known.chunksNoCopy(),
          missing.footer ? footers.read(object) : known.rowGroups());
    } catch (IOException e) {
      throw new CompletionException(e);
    } catch (RuntimeException e) {
      throw new CompletionException(failure(object, e));
    }
  }

  private static int weightOfExtents(long size) {
    long extents = Math.min(Extent.MAX_COUNT, size / Listing.USUAL_PIECE + 1);
    return (int) extents * EXTENT_WEIGHT;
  }

  private static StoreException failure(StoreObject object, RuntimeException e) {
    return new StoreException(
        StoreException.Kind.FAILED, object.path(), "it could not be recorded: " + e, e);
  }

  /** Waits until so many checksums may be held, and has the rows before them written meanwhile. */
  private void reserve(int weight) throws IOException {
    if (pending.tryAcquire(weight)) {
      return;
    }
    pipe.flush();
    try {
      while (!pending.tryAcquire(weight, 1, TimeUnit.SECONDS)) {
        pipe.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw InventoryException.interrupted();
    }
  }

  private List<Extent> placement(StoreObject object, List<Extent> known) throws IOException {
    try {
      return store.placement(object, 0, object.size());
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.PERMISSION_DENIED && !known.isEmpty()) {
        return known;
      }
      skipped.unplaced(object.path(), e);
      return List.of();
    }
  }

  /** None if the file changes while it is read, cannot be read, or is only in an archive. */
  private int[] checksums(StoreObject object) throws IOException {
    try {
      int[] chunks =
          reads.read(
              object, ReadHandle.Policy.WHOLE_FILE, handle -> sums.of(handle, object.size()));
      StoreObject now = store.statBelow(root, object.path());
      if (chunks.length > 0 && same(object, now)) {
        return chunks;
      }
      skipped.skip(object.path(), "changed-while-read");
      return NO_CHUNKS;
    } catch (StoreException e) {
      skipped.skip(object.path(), "no-checksum", e);
      return NO_CHUNKS;
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
