// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.Progress;
import org.apache.hadoop.util.QuickSort;

/**
 * Serialized records by partition and key, each key once with a chain of its values in the order
 * they came, in one array of bytes.
 */
final class CombineHashTable implements IndexedSortable {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** What is in front of a key. */
  private static final int PARTITION = 0;

  private static final int HASH = 4;
  private static final int FIRST = 8;
  private static final int LAST = 12;
  private static final int KEY_LENGTH = 16;
  private static final int KEY = 20;

  /** What is in front of a value. */
  private static final int NEXT = 0;

  private static final int VALUE_LENGTH = 4;
  private static final int VALUE = 8;

  private static final int NONE = -1;
  private static final int BYTES_PER_SLOT = 32;
  private static final int SLOTS_PER_KEY = 2;

  private final RawComparator<?> comparator;
  private final byte[] bytes;
  private final int[] slots;
  private final int[] keys;
  private int used;
  private int size;
  private int records;

  /**
   * Creates an empty one.
   *
   * @param memory how many bytes of heap it may take with its index of keys; 64 at least
   */
  CombineHashTable(int memory, RawComparator<?> comparator) {
    this.comparator = comparator;
    int indexBytesPerSlot = Integer.BYTES + Integer.BYTES / SLOTS_PER_KEY;
    bytes = new byte[(int) ((long) memory * BYTES_PER_SLOT / (BYTES_PER_SLOT + indexBytesPerSlot))];
    slots = new int[Integer.highestOneBit(bytes.length / BYTES_PER_SLOT)];
    keys = new int[slots.length / SLOTS_PER_KEY];
    clear();
  }

  void clear() {
    Arrays.fill(slots, NONE);
    used = 0;
    size = 0;
    records = 0;
  }

  /** How many records it holds. */
  int records() {
    return records;
  }

  boolean isOverHalf() {
    return used > bytes.length / 2 || size > keys.length / 2;
  }

  /**
   * @param record the key, and then the value
   * @return whether there was room for it
   */
  boolean add(int partition, byte[] record, int keyLength, int length) {
    int hash = hash(partition, record, keyLength);
    int slot = slot(hash, partition, record, keyLength);
    int key = slots[slot];
    int valueLength = length - keyLength;
    long room = (long) VALUE + valueLength + (key == NONE ? KEY + keyLength : 0);
    if (room > bytes.length - used || key == NONE && size == keys.length) {
      return false;
    }
    if (key == NONE) {
      key = addKey(partition, hash, record, keyLength);
      slots[slot] = key;
    }
    int value = used;
    put(value + NEXT, NONE);
    put(value + VALUE_LENGTH, valueLength);
    System.arraycopy(record, keyLength, bytes, value + VALUE, valueLength);
    used += VALUE + valueLength;
    int last = get(key + LAST);
    put(last == NONE ? key + FIRST : last + NEXT, value);
    put(key + LAST, value);
    records++;
    return true;
  }

  private int addKey(int partition, int hash, byte[] record, int keyLength) {
    int key = used;
    put(key + PARTITION, partition);
    put(key + HASH, hash);
    put(key + FIRST, NONE);
    put(key + LAST, NONE);
    put(key + KEY_LENGTH, keyLength);
    System.arraycopy(record, 0, bytes, key + KEY, keyLength);
    used += KEY + keyLength;
    keys[size++] = key;
    return key;
  }

  /** Where the key is, or would go. */
  private int slot(int hash, int partition, byte[] record, int keyLength) {
    int slot = hash & slots.length - 1;
    while (slots[slot] != NONE && !isAt(slots[slot], hash, partition, record, keyLength)) {
      slot = slot + 1 & slots.length - 1;
    }
    return slot;
  }

  private boolean isAt(int key, int hash, int partition, byte[] record, int keyLength) {
    int start = key + KEY;
    return get(key + HASH) == hash
        && get(key + PARTITION) == partition
        && get(key + KEY_LENGTH) == keyLength
        && Arrays.equals(bytes, start, start + keyLength, record, 0, keyLength);
  }

  /** Ends as MurmurHash3 does, whose low bits depend on all. */
  private static int hash(int partition, byte[] record, int keyLength) {
    int hash = partition;
    for (int i = 0; i < keyLength; i++) {
      hash = 31 * hash + record[i];
    }
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  private int get(int at) {
    return (int) INT.get(bytes, at);
  }

  private void put(int at, int number) {
    INT.set(bytes, at, number);
  }

  /** Puts keys in the order of their partitions, and there in the comparator's. */
  void sort() {
    if (size > 0) {
      new QuickSort().sort(this, 0, size);
    }
  }

  @Override
  public int compare(int i, int j) {
    int key = keys[i];
    int other = keys[j];
    int partitions = Integer.compare(get(key + PARTITION), get(other + PARTITION));
    return partitions != 0
        ? partitions
        : comparator.compare(
            bytes, key + KEY, get(key + KEY_LENGTH), bytes, other + KEY, get(other + KEY_LENGTH));
  }

  @Override
  public void swap(int i, int j) {
    int key = keys[i];
    keys[i] = keys[j];
    keys[j] = key;
  }

  /** Every record, key by key, a partition at a time. */
  Records read() {
    return new Records();
  }

  /** One partition's records; {@link #nextPartition} goes on to the next one. */
  final class Records implements RawKeyValueIterator {

    private final DataInputBuffer key = new DataInputBuffer();
    private final DataInputBuffer value = new DataInputBuffer();
    private int partition = NONE;
    private final Progress progress = new Progress();
    private int position;
    private int current;
    private int values = NONE;

    private Records() {}

    /** Whatever is left of the last one is passed over. */
    boolean nextPartition() {
      values = NONE;
      while (position < size && get(keys[position] + PARTITION) == partition) {
        position++;
      }
      if (position == size) {
        return false;
      }
      partition = get(keys[position] + PARTITION);
      return true;
    }

    int partition() {
      return partition;
    }

    @Override
    public boolean next() {
      if (values == NONE) {
        if (position == size || get(keys[position] + PARTITION) != partition) {
          return false;
        }
        current = keys[position++];
        values = get(current + FIRST);
      }
      key.reset(bytes, current + KEY, get(current + KEY_LENGTH));
      value.reset(bytes, values + VALUE, get(values + VALUE_LENGTH));
      values = get(values + NEXT);
      return true;
    }

    @Override
    public DataInputBuffer getKey() {
      return key;
    }

    @Override
    public DataInputBuffer getValue() {
      return value;
    }

    @Override
    public void close() {}

    @Override
    public Progress getProgress() {
      return progress;
    }
  }
}
