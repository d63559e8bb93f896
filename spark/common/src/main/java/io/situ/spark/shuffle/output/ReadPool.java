// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads of one executor that read map output ahead of its tasks. Thread-safe. */
public final class ReadPool implements AutoCloseable {

  private static final long IDLE_SECONDS = 30;

  private final AtomicInteger number = new AtomicInteger();
  private final ThreadPoolExecutor threads;

  /** Creates a pool without threads, which start when they are needed and end when they are not. */
  public ReadPool(int most) {
    this.threads =
        new ThreadPoolExecutor(
            most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "situ-shuffle-read-" + number.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  <T> Future<T> submit(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    threads.execute(task);
    return task;
  }

  /** Interrupts reads that run, and cancels those that wait: their tasks do not wait on. */
  @Override
  public void close() {
    threads.shutdownNow().forEach(waiting -> ((FutureTask<?>) waiting).cancel(false));
  }
}
