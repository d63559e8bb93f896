// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.lang.reflect.Field;
import java.nio.IntBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.MapTask.MapOutputBuffer;

/**
 * What Hadoop's sort buffer holds. Keys and values lie one after the other in {@code bytes}; of
 * each record {@code entries} has where its value and its key begin, its partition, and how long
 * its value is. A key never goes on at the beginning of the buffer.
 *
 * @see MapOutputBuffer
 */
record SortBuffer(byte[] bytes, IntBuffer entries, int partitions, RawComparator<?> comparator) {

  /** Numbers per entry. */
  static final int WIDTH = 4;

  private static final int VALUE_START = 0;
  private static final int KEY_START = 1;
  private static final int PARTITION = 2;

  /**
   * @throws ReflectiveOperationException if this Hadoop keeps it in another way
   */
  static SortBuffer of(MapOutputBuffer<?, ?> buffer) throws ReflectiveOperationException {
    return new SortBuffer(
        (byte[]) field(buffer, "kvbuffer"),
        (IntBuffer) field(buffer, "kvmeta"),
        (int) field(buffer, "partitions"),
        (RawComparator<?>) field(buffer, "comparator"));
  }

  private static Object field(MapOutputBuffer<?, ?> buffer, String name)
      throws ReflectiveOperationException {
    Field field = MapOutputBuffer.class.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(buffer);
  }

  /** Where the entry of a record is; positions go on after the last one at the first. */
  int entry(int position) {
    return position % (entries.capacity() / WIDTH) * WIDTH;
  }

  int partition(int entry) {
    return entries.get(entry + PARTITION);
  }

  int keyStart(int entry) {
    return entries.get(entry + KEY_START);
  }

  int keyEnd(int entry) {
    return entries.get(entry + VALUE_START);
  }

  int compareKeys(int entry, int other) {
    int start = keyStart(entry);
    int otherStart = keyStart(other);
    return comparator.compare(
        bytes, start, keyEnd(entry) - start, bytes, otherStart, keyEnd(other) - otherStart);
  }
}
