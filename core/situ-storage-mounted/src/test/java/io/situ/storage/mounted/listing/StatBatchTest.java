// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.listing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.situ.storage.StoreException;
import io.situ.storage.mounted.nativelib.UserLookup;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Entries that several threads describe. */
final class StatBatchTest {

  /** What a thread without memory for its buffers throws. */
  @Test
  void anErrorInAnotherThreadIsNoReasonToLeaveEntriesOut() {
    Thread own = Thread.currentThread();
    CountDownLatch failed = new CountDownLatch(1);
    StatBatch batch =
        new StatBatch(
            100,
            (index, memo) -> {
              if (Thread.currentThread() != own) {
                failed.countDown();
                throw new OutOfMemoryError("no direct memory");
              }
              await(failed);
              return null;
            },
            UserLookup.SYSTEM,
            new StatThreads(1, 50));
    assertThatThrownBy(batch::next)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("no direct memory");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
