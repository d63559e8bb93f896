// SPDX-License-Identifier: Apache-2.0
package io.situ.testbed.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** Does several things at a time. */
public final class ParallelTasks {

  private ParallelTasks() {}

  /** Returns when all have ended; the first failure, if any, is thrown. */
  public static void together(Runnable... tasks) {
    List<CompletableFuture<Void>> running =
        Stream.of(tasks)
            .map(task -> CompletableFuture.runAsync(task, work -> new Thread(work).start()))
            .toList();
    try {
      CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
