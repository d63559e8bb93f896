// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.forward.InterceptingStore;
import io.situ.storage.forward.StoreOperation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The store of a client that is stopped before one of its operations, or killed there. */
final class StoppingStore extends InterceptingStore {

  /** What others do while the client is stopped. */
  interface Step {
    void run() throws IOException;
  }

  /** The client does nothing any more. */
  static final class KilledException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final NavigableMap<Integer, Step> steps = new TreeMap<>();
  private int killed = Integer.MAX_VALUE;
  private int operations;
  private boolean counting;

  StoppingStore(Store store) {
    super(store);
  }

  /** Adds what happens before the operation with this number; two of one number happen in order. */
  StoppingStore before(int operation, Step step) {
    Step earlier = steps.get(operation);
    steps.put(
        operation,
        () -> {
          if (earlier != null) {
            earlier.run();
          }
          step.run();
        });
    return this;
  }

  StoppingStore killBefore(int operation) {
    killed = operation;
    return this;
  }

  /** Counts operations from now on. */
  StoppingStore start() {
    counting = true;
    operations = 0;
    return this;
  }

  int operations() {
    return operations;
  }

  /** Runs what was not reached. */
  void finish() throws IOException {
    counting = false;
    while (!steps.isEmpty()) {
      steps.pollFirstEntry().getValue().run();
    }
  }

  @Override
  protected <T> T around(StoreOperation operation, Call<T> call) throws StoreException {
    if (counting) {
      int number = operations++;
      runStep(number);
      if (number >= killed) {
        throw new KilledException();
      }
    }
    return call.run();
  }

  private void runStep(int number) {
    Step step = steps.remove(number);
    if (step != null) {
      try {
        step.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
