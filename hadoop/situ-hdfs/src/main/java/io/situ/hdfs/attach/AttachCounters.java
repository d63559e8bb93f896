// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts while many threads work. Thread-safe. */
final class AttachCounters {

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  private final LongAdder made = new LongAdder();

  AttachCounters() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  void add(Count count, long number) {
    counts.get(count).add(number);
  }

  void linked(AttachItem source) {
    made.increment();
    add(Count.BYTES, source.object().size());
    add(Count.BLOCKS, source.cuts().size());
    add(Count.LOCAL_BYTES, source.cuts().stream().mapToLong(BlockRange::local).sum());
  }

  /** Whether no file is made yet. */
  boolean isEmpty() {
    return made.sum() == 0;
  }

  AttachSummary summary() {
    Map<Count, Long> sums = new EnumMap<>(Count.class);
    counts.forEach((count, adder) -> sums.put(count, adder.sum()));
    return new AttachSummary(sums);
  }
}
