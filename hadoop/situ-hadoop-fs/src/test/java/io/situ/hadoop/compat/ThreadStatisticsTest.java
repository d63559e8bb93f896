// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.compat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.fs.statistics.IOStatisticsSnapshot;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hadoop's statistics of threads and Situ's own, which take their place, count the same. */
class ThreadStatisticsTest {

  private static final String COUNTER = "stream_read_bytes";

  static Stream<Supplier<ThreadStatistics>> both() {
    return Stream.of(HadoopThreadStatistics::ofThisThread, OwnThreadStatistics::ofThisThread);
  }

  private static IOStatisticsSnapshot bytes(long count) {
    IOStatisticsSnapshot snapshot = new IOStatisticsSnapshot();
    snapshot.setCounter(COUNTER, count);
    return snapshot;
  }

  private static long sum(ThreadStatistics statistics) {
    return statistics.sums().counters().getOrDefault(COUNTER, 0L);
  }

  @ParameterizedTest
  @MethodSource("both")
  void whatAnotherThreadClosesCountsForTheThreadThatOpened(Supplier<ThreadStatistics> of)
      throws InterruptedException {
    ThreadStatistics own = of.get();
    long before = sum(own);
    long[] other = new long[1];
    Thread thread =
        new Thread(
            () -> {
              own.aggregator().aggregate(bytes(5));
              of.get().aggregator().aggregate(bytes(70));
              other[0] = sum(of.get());
            });
    own.aggregator().aggregate(bytes(1));
    thread.start();
    thread.join();

    assertThat(sum(of.get()) - before).isEqualTo(6);
    assertThat(other[0]).isEqualTo(70);
  }
}
