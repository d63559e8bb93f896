// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs calls on as many threads, all let go at once. */
final class Race {

  private Race() {}

  /** What came of each call, a value or an exception, in the order of the calls. */
  static List<Object> run(List<Callable<?>> calls) throws InterruptedException {
    CyclicBarrier start = new CyclicBarrier(calls.size());
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<Future<Object>> futures = new ArrayList<>();
      for (Callable<?> call : calls) {
        futures.add(
            threads.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      List<Object> outcomes = new ArrayList<>();
      for (Future<Object> future : futures) {
        outcomes.add(outcome(future));
      }
      return outcomes;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Object outcome(Future<Object> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }
}
