// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ReadPoolTest {

  @Test
  void aReadThatWaitsWhenThePoolIsClosedIsCancelled() {
    ReadPool pool = new ReadPool(1);
    CountDownLatch never = new CountDownLatch(1);
    pool.submit(
        () -> {
          never.await();
          return null;
        });
    Future<Object> waiting = pool.submit(() -> null);

    pool.close();

    assertThat(waiting).isCancelled();
  }
}
