// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.datafile.Row;
import io.situ.inventory.datafile.SortKeys;
import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Carries rows, in order, from the thread that walks to the one that writes. A row may be still in
 * the making when it is handed over: the writer waits for it. At most a few thousand are under way.
 * Handed to by one thread.
 */
public final class RowQueue implements AutoCloseable {

  private static final int BATCH = 1 << 10;
  private static final int BATCHES = 8;

  /** Extents and column ranges of the rows of a batch at which it is sent before it is full. */
  private static final int BATCH_RANGES = 1 << 15;

  private static final int[] NO_CHUNKS = {};

  private final SnapshotWriter writer;
  private final BlockIds blockIds = new BlockIds();
  private final BlockingQueue<Batch> queue = new ArrayBlockingQueue<>(BATCHES);
  private final Thread thread;
  private volatile Throwable failure;
  private Batch batch = new Batch();

  /** Rows, or the promise of them at the same index, and what comes behind them. */
  private static final class Batch {
    private final Row[] rows = new Row[BATCH];
    private Later[] later;
    private int size;
    private int ranges;
    private Path file;
    private Manifest.Part part;
    private boolean last;
  }

  private record Later(CompletableFuture<Row> row, Runnable written) {}

  private RowQueue(SnapshotWriter writer) {
    this.writer = writer;
    this.thread = new Thread(this::write, "situ-scan-writer");
    thread.setDaemon(true);
  }

  public static RowQueue start(SnapshotWriter writer) {
    RowQueue pipe = new RowQueue(writer);
    pipe.thread.start();
    return pipe;
  }

  void add(StoreObject object) throws IOException {
    add(new Row(object, 0, NO_CHUNKS));
  }

  /** Adds a row; a file's block number is filled in where it is 0. */
  public void add(Row row) throws IOException {
    batch.rows[batch.size++] = row;
    batch.ranges += row.object().extents().size() + row.columnRanges();
    sendIfFull();
  }

  /**
   * Adds a row in the making.
   *
   * @param written called when it is written
   */
  void addLater(CompletableFuture<Row> row, Runnable written) throws IOException {
    if (batch.later == null) {
      batch.later = new Later[BATCH];
    }
    batch.later[batch.size++] = new Later(row, written);
    sendIfFull();
  }

  /** Has everything that was added written, and does not wait for that. */
  void flush() throws IOException {
    if (batch.size > 0) {
      send(batch);
      batch = new Batch();
    }
  }

  /**
   * Fails if writing has.
   *
   * @throws IOException the failure
   */
  void check() throws IOException {
    rethrow();
  }

  private void sendIfFull() throws IOException {
    if (batch.size == BATCH || batch.ranges >= BATCH_RANGES) {
      send(batch);
      batch = new Batch();
    }
  }

  private void send(Batch full) throws IOException {
    try {
      if (failure == null) {
        queue.put(full);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw InventoryException.interrupted();
    }
    rethrow();
  }

  /** Takes over a whole part of another snapshot. */
  public void addDataFile(Path file, Manifest.Part part) throws IOException {
    batch.file = file;
    batch.part = part;
    send(batch);
    batch = new Batch();
  }

  /** Writes what is left and waits until everything is written. */
  public void finish() throws IOException {
    batch.last = true;
    send(batch);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw InventoryException.interrupted();
    }
    rethrow();
    writer.endPart();
  }

  private void rethrow() throws IOException {
    Throwable cause = failure;
    if (cause instanceof IOException io) {
      throw io;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    if (cause != null) {
      throw new IllegalStateException("writing the inventory failed", cause);
    }
  }

  private void write() {
    try {
      Batch next;
      do {
        next = queue.take();
        for (int i = 0; i < next.size; i++) {
          if (next.rows[i] != null) {
            write(next.rows[i]);
          } else {
            write(next.later[i].row().get());
            next.later[i].written().run();
            next.later[i] = null;
          }
        }
        if (next.part != null) {
          writer.addDataFile(next.file, next.part);
        }
      } while (!next.last);
    } catch (ExecutionException e) {
      fail(e.getCause());
    } catch (InterruptedException | IOException | RuntimeException | Error e) {
      fail(e);
    }
  }

  private void write(Row row) throws IOException {
    byte[] key = SortKeys.bytes(row.object());
    boolean named = row.blockIdOrZero() != 0 || !row.object().isFile();
    writer.add(named ? row : row.withBlockId(blockIds.of(row.object(), key)), key);
  }

  /** The queue is no longer read: makes sure that no thread waits to put into it. */
  private void fail(Throwable cause) {
    failure = cause;
    queue.clear();
  }

  /** Stops the thread, also where it waits for a row; what it has not written is lost. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (thread.isAlive()) {
      thread.interrupt();
      try {
        thread.join(100);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
