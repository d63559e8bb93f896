package io.situ.inventory;

import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32C;

/**
 * Adds to the objects of a walk what the walk does not tell: checksums, and placement where it was
 * not listed. Takes it from an earlier row where the object is still the same version, else asks
 * the store, many objects at a time. Used by the thread that walks.
 */
final class Enricher implements AutoCloseable {

  /** Bytes under one checksum. */
  static final int CHUNK = 1 << 20;

  private static final int[] NO_CHUNKS = {};

  private final Store store;
  private final StorePath root;
  private final ScanOptions options;
  private final SkipLog skipped;
  private final RowPipe pipe;
  private final boolean places;
  private final ExecutorService pool;
  private final ThreadLocal<ByteBuffer> buffers =
      ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(CHUNK));
  private long objects;
  private long bytes;

  Enricher(Session session, Store store, ScanOptions options, RowPipe pipe) {
    this.store = store;
    this.root = session.root();
    this.options = options;
    this.skipped = session.skipped();
    this.pipe = pipe;
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

  /** Whether the places of files are wanted, and the store tells them. */
  static boolean places(Store store, StorePath path, ScanOptions options) {
    return options.placement() && store.can(Capability.PLACEMENT, path);
  }

  /** Passes on an object of which nothing is known but what the walk says. */
  void pass(StoreObject object) throws IOException {
    pass(object, Optional.empty(), true);
  }

  /**
   * Passes on an object.
   *
   * @param before what an earlier snapshot knew at this path
   * @param placed whether the placement of an earlier snapshot does not count; else it is taken
   *     from {@code before} if the object is the same version. What is then held by nobody is asked
   *     for.
   */
  void pass(StoreObject object, Optional<Row> before, boolean placed) throws IOException {
    met(object);
    if (!object.isFile()) {
      pipe.add(object);
      return;
    }
    boolean same = before.isPresent() && same(before.get().object(), object);
    int[] chunks = same && options.checksums() ? before.get().chunksShared() : NO_CHUNKS;
    boolean read = options.checksums() && object.size() > 0 && chunks.length == 0;
    StoreObject kept = same && !placed ? withExtents(object, before.get()) : object;
    boolean place = places && kept.extents().isEmpty() && object.size() > 0;
    if (read || place) {
      later(kept, place, read, chunks);
    } else if (same && !placed) {
      pipe.add(new Row(kept, before.get().blockIdOrZero(), chunks));
    } else {
      pipe.add(new Row(object, 0, chunks));
    }
  }

  private static StoreObject withExtents(StoreObject object, Row before) {
    return object.withExtents(before.object().extents());
  }

  static boolean same(StoreObject before, StoreObject now) {
    return before.kind() == now.kind()
        && before.size() == now.size()
        && before.version().equals(now.version());
  }

  private void met(StoreObject object) throws IOException {
    objects++;
    if (object.isFile()) {
      bytes += object.size();
    }
    if ((objects & 1023) == 0) {
      options.progress().at(objects, bytes, object.path());
      if (Thread.interrupted()) {
        throw Scanner.interrupted();
      }
    }
  }

  private void later(StoreObject object, boolean place, boolean read, int[] known)
      throws IOException {
    pipe.addLater(
        CompletableFuture.supplyAsync(
            () -> {
              try {
                StoreObject placed = place ? object.withExtents(placement(object)) : object;
                return new Row(placed, 0, read ? checksums(object) : known);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            },
            pool));
  }

  private List<Extent> placement(StoreObject object) throws IOException {
    try {
      return store.placement(object, 0, object.size());
    } catch (StoreException e) {
      skipped.unplaced(object.path(), e);
      return List.of();
    }
  }

  /** None if the file changes while it is read, cannot be read, or is only in an archive. */
  private int[] checksums(StoreObject object) throws IOException {
    try {
      int[] chunks = read(object);
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

  private int[] read(StoreObject object) throws IOException {
    int[] chunks = new int[Math.toIntExact((object.size() + CHUNK - 1) / CHUNK)];
    ByteBuffer buffer = buffers.get();
    CRC32C crc = new CRC32C();
    ReadHandle.Options how =
        ReadHandle.Options.DEFAULT
            .withPolicy(ReadHandle.Policy.WHOLE_FILE)
            .withExpected(object.version())
            .withoutRecall()
            .withoutLinksBelow(root);
    try (ReadHandle handle = store.open(object.path(), how)) {
      for (int i = 0; i < chunks.length; i++) {
        long from = (long) i * CHUNK;
        buffer.clear().limit((int) Math.min(CHUNK, object.size() - from));
        while (buffer.hasRemaining()) {
          if (handle.read(from + buffer.position(), buffer) < 0) {
            return NO_CHUNKS;
          }
        }
        crc.reset();
        crc.update(buffer.flip());
        chunks[i] = (int) crc.getValue();
      }
    }
    return chunks;
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
