// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.StoreException;
import java.io.IOException;

/** Repeats calls that a store did not answer. Thread-safe. */
public final class StoreRetry {

  /**
   * Asks a store, or what is built upon one.
   *
   * @param <T> what is answered
   */
  @FunctionalInterface
  public interface Call<T> {
    T make() throws IOException;
  }

  private StoreRetry() {}

  /**
   * Makes a call, and makes it again, at once, where the store did not answer. For one of the many
   * calls of a walk: a second failure ends the walk, and a server's restart or a handle that it has
   * forgotten is no reason for that. Calls that wait for a server have waited by then.
   *
   * @param call which must come to the same when it is made twice
   * @throws IOException of the call: the second one, where there were two
   */
  public static <T> T retryOnce(Call<T> call) throws IOException {
    try {
      return call.make();
    } catch (StoreException e) {
      if (!e.retryable()) {
        throw e;
      }
      return call.make();
    }
  }
}
