// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.parallel;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Keeps a few batches under way, so that one waits for disks while another is sent. One thread. */
public final class BatchPipeline implements AutoCloseable {

  private final int most;
  private final ExecutorService threads;
  private final Deque<Future<?>> running = new ArrayDeque<>();

  public BatchPipeline(int most) {
    this.most = most;
    this.threads = Executors.newFixedThreadPool(most, ParallelSteps::daemon);
  }

  /** Starts one more; waits for the oldest if there are enough. */
  public void start(Callable<?> batch) throws IOException {
    if (running.size() == most) {
      await(running.remove());
    }
    running.add(threads.submit(batch));
  }

  /** Waits for all of them. */
  public void finish() throws IOException {
    while (!running.isEmpty()) {
      await(running.remove());
    }
  }

  private static void await(Future<?> batch) throws IOException {
    try {
      batch.get();
    } catch (InterruptedException e) {
      throw ParallelSteps.interrupted();
    } catch (ExecutionException e) {
      throw ParallelSteps.failure(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
