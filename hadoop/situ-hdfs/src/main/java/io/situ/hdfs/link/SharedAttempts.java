// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.link;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Lets one thread at a time attempt something by a name, while the others that want the same wait
 * for what comes of it. Attempts of different names do not wait for each other. Thread-safe.
 */
public final class SharedAttempts {

  private final Map<String, FutureTask<Void>> running = new ConcurrentHashMap<>();

  /** What is attempted. */
  @FunctionalInterface
  public interface Attempt {
    void run() throws IOException;
  }

  /**
   * Makes an attempt, or waits for the one of this name that runs. One whose thread was interrupted
   * counts for that thread only.
   *
   * @throws InterruptedIOException if the thread is interrupted while it waits
   * @throws IOException if the attempt fails, also one that another thread made
   */
  public void run(String name, Attempt attempt) throws IOException {
    FutureTask<Void> mine =
        new FutureTask<>(
            () -> {
              attempt.run();
              return null;
            });
    for (FutureTask<Void> other = running.putIfAbsent(name, mine);
        other != null;
        other = running.putIfAbsent(name, mine)) {
      try {
        await(other);
        return;
      } catch (IOException e) {
        if (!isInterruption(e) || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        running.remove(name, other);
      }
    }
    try {
      mine.run();
    } finally {
      running.remove(name, mine);
    }
    await(mine);
  }

  /** Returns whether an attempt failed because its thread was interrupted. */
  public static boolean isInterruption(IOException e) {
    return e instanceof StoreException failure
        ? failure.kind() == StoreException.Kind.INTERRUPTED
        : e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
  }

  private static void await(FutureTask<Void> attempt) throws IOException {
    try {
      attempt.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }
}
