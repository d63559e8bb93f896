// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.util.Optional;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.IndexedSorter;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.QuickSort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sorts map output by numbers made from partition and first bytes of the key, and asks the
 * comparator only where these are equal. Set per job as {@code map.sort.class}.
 *
 * <p>It makes the comparisons and exchanges of Hadoop's own {@link QuickSort}, so equal keys come
 * in the same order too, and each spill is the same to the byte. Takes 12 bytes of heap per record
 * in the sort buffer. Jobs with another comparator than those of {@code Text}, {@code
 * BytesWritable}, {@code IntWritable} and {@code LongWritable}, and a heap without room, are left
 * to Hadoop's sorter.
 *
 * <p>Not thread-safe; Hadoop creates one per map task.
 */
public final class PrefixSorter implements IndexedSorter {

  private static final Logger LOG = LoggerFactory.getLogger(PrefixSorter.class);

  private final IndexedSorter stock = new QuickSort();
  private final PrefixedRecords records = new PrefixedRecords();

  @Override
  public void sort(IndexedSortable sortable, int from, int to) {
    sort(sortable, from, to, null);
  }

  @Override
  public void sort(IndexedSortable sortable, int from, int to, Progressable progress) {
    Optional<SortBuffer> buffer = known(sortable);
    Optional<KeyOrder> order = buffer.flatMap(known -> KeyOrder.of(known.comparator()));
    if (to - from > 1 && order.isPresent() && records.hasRoomFor(to - from)) {
      records.read(buffer.get(), order.get(), from, to);
      stock.sort(records, 0, to - from, progress);
      records.write();
    } else {
      stock.sort(sortable, from, to, progress);
    }
  }

  private static Optional<SortBuffer> known(IndexedSortable sortable) {
    if (!(sortable instanceof MapOutputBuffer<?, ?> buffer)) {
      return Optional.empty();
    }
    try {
      return Optional.of(SortBuffer.of(buffer));
    } catch (ReflectiveOperationException e) {
      LOG.warn("this Hadoop keeps map output in another way; its own sorter takes over", e);
      return Optional.empty();
    }
  }
}
