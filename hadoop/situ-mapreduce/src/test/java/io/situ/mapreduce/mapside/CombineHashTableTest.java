// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a table takes of the heap. */
class CombineHashTableTest {

  /** Headers of arrays, and the like. */
  private static final int BESIDE = 4_096;

  @ParameterizedTest
  @ValueSource(ints = {1 << 18, 25 << 20, (64 << 20) - 1, 64 << 20})
  void itsIndexIsPartOfTheMemoryThatItMayTake(int memory) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    new CombineHashTable(1 << 10, new Text.Comparator()).clear();
    long before = threads.getCurrentThreadAllocatedBytes();
    CombineHashTable table = new CombineHashTable(memory, new Text.Comparator());
    long taken = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(taken).isBetween(memory / 10L * 9, memory + (long) BESIDE);
    assertThat(table.add(0, new byte[] {1, 2}, 1, 2)).isTrue();
  }
}
