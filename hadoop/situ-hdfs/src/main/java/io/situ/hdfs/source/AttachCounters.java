// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import io.situ.hdfs.source.AttachSummary.Count;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts while many threads work. Thread-safe. */
public final class AttachCounters {

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  private final LongAdder made = new LongAdder();

  public AttachCounters() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  public void add(Count count, long number) {
    counts.get(count).add(number);
  }

  /** Counts a file as made, if not yet as attached. */
  public void made() {
    made.increment();
  }

  /** Counts a file as attached. */
  public void linked(AttachItem source) {
    add(Count.BYTES, source.object().size());
    add(Count.BLOCKS, source.cuts().size());
    add(Count.LOCAL_BYTES, source.cuts().stream().mapToLong(BlockRange::local).sum());
  }

  /** Whether no file is made yet. */
  public boolean isEmpty() {
    return made.sum() == 0;
  }

  public AttachSummary summary() {
    Map<Count, Long> sums = new EnumMap<>(Count.class);
    counts.forEach((count, adder) -> sums.put(count, adder.sum()));
    return new AttachSummary(sums);
  }
}
