// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts while many threads work. Safe for use by all of them. */
final class Tally {

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  private final LongAdder made = new LongAdder();

  Tally() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  void add(Count count, long number) {
    counts.get(count).add(number);
  }

  void linked(Source source) {
    made.increment();
    add(Count.BYTES, source.object().size());
    add(Count.BLOCKS, source.cuts().size());
    add(Count.LOCAL_BYTES, source.cuts().stream().mapToLong(BlockCut::local).sum());
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
