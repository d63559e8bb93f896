// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that help to describe what is in large directories. All stores share them; where none is
 * idle the listing's own thread does the work. They end when they are not needed.
 *
 * @param count how many may help one listing
 * @param share how many entries are worth another thread
 */
public record StatThreads(int count, int share) {

  private static final int CORES = Runtime.getRuntime().availableProcessors();
  private static final int MOST = Math.max(16, CORES);

  /** Describing is work for the processor. */
  public static final StatThreads LOCAL = new StatThreads(CORES - 1, 256);

  /** Describing is waiting for a server. */
  public static final StatThreads REMOTE = new StatThreads(8, 32);

  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          0, MOST, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), StatThreads::newThread);

  private static Thread newThread(Runnable work) {
    Thread thread = new Thread(null, work, "situ-listing", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /** Lets up to {@code wanted} idle threads run {@code work}, each once; perhaps none does. */
  void call(int wanted, Runnable work) {
    try {
      for (int i = 0; i < Math.min(wanted, count); i++) {
        THREADS.execute(work);
      }
    } catch (RejectedExecutionException e) {
      // All are busy: the calling thread does the work.
    }
  }
}
