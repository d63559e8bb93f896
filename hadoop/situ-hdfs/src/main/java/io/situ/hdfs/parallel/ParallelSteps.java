// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.parallel;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs one step for many inputs at once. Thread-safe; callers share its workers; a step may not
 * call it.
 */
public final class ParallelSteps implements AutoCloseable {

  /** Threads for looking at what is there. */
  public static final int LOOKING = 16;

  /** Threads for making files, which wait for the NameNode's log. */
  public static final int MAKING = 32;

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final ExecutorService workers;

  public ParallelSteps(int threads) {
    this.workers = Executors.newFixedThreadPool(threads, this::worker);
  }

  private Thread worker(Runnable work) {
    Thread thread = daemon(work);
    threads.add(thread);
    return thread;
  }

  static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "situ-attach");
    thread.setDaemon(true);
    return thread;
  }

  public interface Step<A, B> {
    B run(A input) throws IOException;
  }

  /**
   * The answers, in the order of the inputs.
   *
   * @throws IOException what the first step threw that failed; all have ended then
   * @throws IllegalStateException if a step calls this: as many such steps as there are workers
   *     would wait for ever
   */
  public <A, B> List<B> all(List<A> inputs, Step<A, B> step) throws IOException {
    if (threads.contains(Thread.currentThread())) {
      throw new IllegalStateException("a step may not wait for the workers that it runs on");
    }
    List<Callable<B>> calls = new ArrayList<>(inputs.size());
    inputs.forEach(input -> calls.add(() -> step.run(input)));
    List<B> results = new ArrayList<>(inputs.size());
    try {
      for (Future<B> result : workers.invokeAll(calls)) {
        results.add(result.get());
      }
    } catch (InterruptedException e) {
      throw interrupted();
    } catch (ExecutionException e) {
      throw failure(e);
    }
    return results;
  }

  public static InterruptedIOException interrupted() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("interrupted");
  }

  static IOException failure(ExecutionException e) {
    return e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
