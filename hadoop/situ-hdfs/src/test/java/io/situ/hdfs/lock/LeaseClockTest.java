// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaseClockTest {

  private static final long MINUTE_MILLIS = 60_000;
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final LeaseClock.Reading now = LeaseClock.now();

  private static long elapsed(long nanos, long millis) {
    return new LeaseClock(new LeaseClock.Reading(nanos, millis)).elapsedMillis();
  }

  @Test
  void theClockThatIsAheadCounts() {
    assertThat(elapsed(now.nanos() - MINUTE_NANOS, now.millis()))
        .isGreaterThanOrEqualTo(MINUTE_MILLIS);
    assertThat(elapsed(now.nanos(), now.millis() - MINUTE_MILLIS))
        .as("the machine was suspended")
        .isGreaterThanOrEqualTo(MINUTE_MILLIS);
    assertThat(elapsed(now.nanos() - MINUTE_NANOS, now.millis() + MINUTE_MILLIS))
        .as("the clock was set back")
        .isGreaterThanOrEqualTo(MINUTE_MILLIS);
  }

  @Test
  void aRenewalBeginsAgain() {
    LeaseClock clock = new LeaseClock(new LeaseClock.Reading(now.nanos(), 0));
    assertThat(clock.elapsedMillis()).isGreaterThanOrEqualTo(MINUTE_MILLIS);

    clock.set(LeaseClock.now());

    assertThat(clock.elapsedMillis()).isLessThan(MINUTE_MILLIS);
  }
}
