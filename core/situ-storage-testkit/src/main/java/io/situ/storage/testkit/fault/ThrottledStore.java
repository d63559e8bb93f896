// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.fault;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets only so many bytes and operations pass in a second, over all threads. */
public final class ThrottledStore extends InterceptingStore {

  private final Lane bytes;
  private final Lane operations;

  /**
   * @param bytesPerSecond read and written together, more than 0
   * @param operationsPerSecond calls of any kind, more than 0
   */
  public ThrottledStore(Store store, long bytesPerSecond, long operationsPerSecond) {
    this(store, bytesPerSecond, operationsPerSecond, new Clock() {});
  }

  ThrottledStore(Store store, long bytesPerSecond, long operationsPerSecond, Clock clock) {
    super(store);
    this.bytes = new Lane(bytesPerSecond, clock);
    this.operations = new Lane(operationsPerSecond, clock);
  }

  /** Time, to be replaced in tests. */
  interface Clock {
    default long nanos() {
      return System.nanoTime();
    }

    default void sleep(long nanos) throws InterruptedException {
      TimeUnit.NANOSECONDS.sleep(nanos);
    }
  }

  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    operations.pass(operation, 1);
    switch (operation.kind()) {
      case READ, READ_RANGES, WRITE -> bytes.pass(operation, operation.length());
      default -> {}
    }
    return call.run();
  }

  /** Things that pass one after the other, each taking its share of a second. */
  private static final class Lane {
    private final double nanosEach;
    private final Clock clock;
    private final LongSupplier now;
    private double free;

    Lane(long perSecond, Clock clock) {
      if (perSecond <= 0) {
        throw new IllegalArgumentException("nothing passes at " + perSecond + " a second");
      }
      this.nanosEach = 1e9 / perSecond;
      this.clock = clock;
      long start = clock.nanos();
      this.now = () -> clock.nanos() - start;
    }

    void pass(StoreOperation operation, long count) throws StoreException {
      long wait = reserve(count);
      if (wait <= 0) {
        return;
      }
      try {
        clock.sleep(wait);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException(
            StoreException.Kind.INTERRUPTED, operation.path(), "interrupted while throttled", e);
      }
    }

    private synchronized long reserve(long count) {
      double begin = Math.max(free, now.getAsLong());
      free = begin + count * nanosEach;
      return (long) (begin - now.getAsLong());
    }
  }
}
