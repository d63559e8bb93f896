// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * Reads that were started and whose results are taken in their order. Not thread-safe.
 *
 * @param <T> what is read
 */
final class PendingReads<T> implements AutoCloseable {

  private final ReadPool pool;
  private final Rereading rereading;
  private final Deque<Started<T>> started = new ArrayDeque<>();

  private record Started<T>(Rereading.Read<T> read, Future<T> result) {}

  PendingReads(ReadPool pool, Rereading rereading) {
    this.pool = pool;
    this.rereading = rereading;
  }

  void start(Rereading.Read<T> read) {
    started.add(new Started<>(read, pool.submit(read::read)));
  }

  int size() {
    return started.size();
  }

  /**
   * Returns the result of the read that was started first, and waits for it.
   *
   * @throws BadShuffleOutputException if it cannot be read, also not again
   */
  T take() throws BadShuffleOutputException, InterruptedException {
    Started<T> first = started.remove();
    try {
      return first.result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BadShuffleOutputException failure) {
        return rereading.again(failure, first.read);
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Drops what was not taken; reads that run already end on their own. */
  @Override
  public void close() {
    started.forEach(each -> each.result.cancel(false));
    started.clear();
  }
}
