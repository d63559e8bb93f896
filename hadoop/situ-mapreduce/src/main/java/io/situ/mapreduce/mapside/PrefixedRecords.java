// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.util.Arrays;
import org.apache.hadoop.util.IndexedSortable;

/**
 * The records of a sort buffer, each as a number in whose order they are sorted: partition, then
 * the first bytes of the key in which not all keys are the same, then how many these are. Equal
 * numbers that are {@link #isUndecided} say nothing.
 */
final class PrefixedRecords implements IndexedSortable {

  private static final int LENGTH_BITS = 4;
  private static final int MAX_BYTES = 7;
  private static final int HEAP_SHARE = 8;

  private long[] numbers = {};

  /** Where each record was before the sort. */
  private int[] origins = {};

  private SortBuffer buffer;
  private KeyOrder order;
  private int from;
  private int size;

  /** How many bytes of the key, after those that do not count, are the same in all. */
  private int shared;

  private int partitionBits;
  private int prefixBytes;

  /** Makes the room if it is small beside the heap; the arrays are kept for the next spill. */
  boolean hasRoomFor(int records) {
    if (numbers.length >= records) {
      return true;
    }
    if (!isSmallPartOfHeap((long) records * (Long.BYTES + Integer.BYTES))) {
      return false;
    }
    try {
      numbers = new long[0];
      origins = new int[0];
      origins = new int[records];
      numbers = new long[records];
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** The rest is for the mapper, which goes on meanwhile. */
  private static boolean isSmallPartOfHeap(long bytes) {
    Runtime jvm = Runtime.getRuntime();
    long free = jvm.maxMemory() - (jvm.totalMemory() - jvm.freeMemory());
    return bytes <= jvm.maxMemory() / HEAP_SHARE && bytes <= free / 2;
  }

  void read(SortBuffer buffer, KeyOrder order, int from, int to) {
    this.buffer = buffer;
    this.order = order;
    this.from = from;
    this.size = to - from;
    shared = sharedBytes();
    partitionBits = Integer.SIZE - Integer.numberOfLeadingZeros(buffer.partitions() - 1);
    prefixBytes = Math.min(MAX_BYTES, (Long.SIZE - LENGTH_BITS - partitionBits) / Byte.SIZE);
    for (int i = 0; i < size; i++) {
      origins[i] = i;
      numbers[i] = number(buffer.entry(from + i));
    }
  }

  private int keyStart(int entry) {
    int start = buffer.keyStart(entry);
    return Math.min(start + order.skip(buffer.bytes()[start]), buffer.keyEnd(entry));
  }

  private int sharedBytes() {
    int first = buffer.entry(from);
    int start = keyStart(first);
    int same = buffer.keyEnd(first) - start;
    byte[] bytes = buffer.bytes();
    for (int i = 1; i < size && same > 0; i++) {
      int entry = buffer.entry(from + i);
      int other = keyStart(entry);
      int end = Math.min(other + same, buffer.keyEnd(entry));
      int differs = Arrays.mismatch(bytes, start, start + same, bytes, other, end);
      same = differs < 0 ? same : differs;
    }
    return same;
  }

  /** The highest bit is turned round, since numbers are compared with their sign. */
  private long number(int entry) {
    byte[] bytes = buffer.bytes();
    int start = keyStart(entry) + shared;
    int length = buffer.keyEnd(entry) - start;
    long prefix = 0;
    for (int i = 0; i < prefixBytes; i++) {
      prefix = prefix << Byte.SIZE | (i < length ? bytes[start + i] & 0xff : 0);
    }
    if (shared == 0 && length > 0) {
      prefix ^= (long) order.flipped() << (prefixBytes - 1) * Byte.SIZE;
    }
    long number =
        ((long) buffer.partition(entry) << prefixBytes * Byte.SIZE | prefix) << LENGTH_BITS
            | Math.min(length, prefixBytes + 1);
    return number ^ Long.MIN_VALUE;
  }

  private boolean isUndecided(long number) {
    return (number & (1 << LENGTH_BITS) - 1) > prefixBytes;
  }

  @Override
  public int compare(int i, int j) {
    long number = numbers[i];
    long other = numbers[j];
    if (number != other) {
      return number < other ? -1 : 1;
    }
    return isUndecided(number)
        ? buffer.compareKeys(buffer.entry(from + origins[i]), buffer.entry(from + origins[j]))
        : 0;
  }

  @Override
  public void swap(int i, int j) {
    long number = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = number;
    int origin = origins[i];
    origins[i] = origins[j];
    origins[j] = origin;
  }

  /** Puts the buffer's entries into the order reached, one cycle of exchanges after the other. */
  void write() {
    int[] kept = new int[SortBuffer.WIDTH];
    for (int i = 0; i < size; i++) {
      if (origins[i] != i) {
        int to = i;
        buffer.entries().get(buffer.entry(from + i), kept);
        while (origins[to] != i) {
          int origin = origins[to];
          move(buffer.entry(from + origin), buffer.entry(from + to));
          origins[to] = to;
          to = origin;
        }
        buffer.entries().put(buffer.entry(from + to), kept);
        origins[to] = to;
      }
    }
  }

  private void move(int entry, int to) {
    System.arraycopy(
        buffer.bytes(),
        entry * Integer.BYTES,
        buffer.bytes(),
        to * Integer.BYTES,
        SortBuffer.WIDTH * Integer.BYTES);
  }
}
