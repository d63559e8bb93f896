// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads ranges of map outputs one after the other, the next ones ahead, within a number of bytes.
 * Not thread-safe.
 */
public final class MapOutputReader implements AutoCloseable {

  private static final int MAX_AHEAD = 8;

  private final OpenOutputs files;
  private final ReadPool pool;
  private final Rereading rereading;
  private final Deque<RangeRequest> waiting;
  private final Deque<RangeRequest> running = new ArrayDeque<>();
  private final PendingReads<PartitionRange> ahead;
  private final long maxBytes;
  private long bytes;
  private RangeStream current;

  /**
   * Creates a reader; nothing is read yet.
   *
   * @param maxBytes that may have been read ahead
   */
  public MapOutputReader(
      OpenOutputs files,
      ReadPool pool,
      Rereading rereading,
      List<RangeRequest> requests,
      long maxBytes) {
    this.files = files;
    this.pool = pool;
    this.rereading = rereading;
    this.waiting = new ArrayDeque<>(requests);
    this.ahead = new PendingReads<>(pool, rereading);
    this.maxBytes = maxBytes;
  }

  private void startMore() {
    while (!waiting.isEmpty() && ahead.size() < MAX_AHEAD) {
      RangeRequest next = waiting.peek();
      if (ahead.size() > 0 && bytes + next.firstBytes() > maxBytes) {
        return;
      }
      waiting.remove();
      running.add(next);
      bytes += next.firstBytes();
      ahead.start(() -> PartitionRange.load(files, next.output(), next.first(), next.last()));
    }
  }

  /**
   * Returns the bytes of the next range. Those of the one before can no longer be read.
   *
   * @throws BadShuffleOutputException if they cannot be read
   */
  public RangeStream next() throws BadShuffleOutputException, InterruptedException {
    closeCurrent();
    startMore();
    PartitionRange range = ahead.take();
    bytes -= running.remove().firstBytes();
    startMore();
    current = new RangeStream(range, files, new PendingReads<>(pool, rereading));
    return current;
  }

  private void closeCurrent() {
    if (current != null) {
      current.close();
      current = null;
    }
  }

  @Override
  public void close() {
    closeCurrent();
    ahead.close();
    waiting.clear();
    running.clear();
  }
}
