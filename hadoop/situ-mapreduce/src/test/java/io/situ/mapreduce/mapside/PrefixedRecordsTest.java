// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Random;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random sort buffers, which must come out as Hadoop's sorter leaves them, entry by entry. */
class PrefixedRecordsTest {

  private static final int BUFFERS = 400;
  private static final int BYTES = 1 << 20;
  private static final int KEYS = BYTES / 8;

  private final PrefixedRecords records = new PrefixedRecords();

  @ParameterizedTest
  @EnumSource(KeyOrder.class)
  void everyEntryIsWhereHadoopPutsIt(KeyOrder order) throws IOException {
    for (long seed = 0; seed < BUFFERS; seed++) {
      Random random = new Random(seed);
      int size = 1 + random.nextInt(random.nextInt(4) == 0 ? 3000 : 30);
      int from = BYTES / 32 + random.nextInt(BYTES / 32);
      SortBuffer expected = fill(order, from, size, random);
      SortBuffer sorted = copy(expected);

      new QuickSort().sort(new Stock(expected), from, from + size);
      assertThat(records.hasRoomFor(size)).isTrue();
      records.read(sorted, order, from, from + size);
      new QuickSort().sort(records, 0, size);
      records.write();

      assertThat(sorted.bytes()).as("seed %d, %d records", seed, size).isEqualTo(expected.bytes());
    }
  }

  /** Keys in front, entries in the upper half, and round the end where they must. */
  private static SortBuffer fill(KeyOrder order, int from, int size, Random random)
      throws IOException {
    int partitions = 1 + random.nextInt(random.nextBoolean() ? 1 : 5000);
    byte[] start = new byte[random.nextInt(12)];
    random.nextBytes(start);
    int kinds = 1 + random.nextInt(4);
    SortBuffer buffer = buffer(new byte[BYTES], partitions, order);
    ByteArrayOutputStream keys = new ByteArrayOutputStream();
    int[][] entries = new int[size][];
    for (int i = 0; i < size; i++) {
      int keyStart = KEYS + keys.size();
      key(order, start, kinds, random).write(new DataOutputStream(keys));
      entries[i] = new int[] {KEYS + keys.size(), keyStart, random.nextInt(partitions), i};
    }
    System.arraycopy(keys.toByteArray(), 0, buffer.bytes(), KEYS, keys.size());
    for (int i = 0; i < size; i++) {
      buffer.entries().put(buffer.entry(from + i), entries[i]);
    }
    return buffer;
  }

  private static SortBuffer buffer(byte[] bytes, int partitions, KeyOrder order) {
    IntBuffer entries = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer();
    return new SortBuffer(bytes, entries, partitions, comparator(order));
  }

  private static SortBuffer copy(SortBuffer buffer) {
    byte[] bytes = buffer.bytes().clone();
    IntBuffer entries = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asIntBuffer();
    return new SortBuffer(bytes, entries, buffer.partitions(), buffer.comparator());
  }

  private static WritableComparator comparator(KeyOrder order) {
    return switch (order) {
      case TEXT -> new Text.Comparator();
      case BYTES -> new BytesWritable.Comparator();
      case INT -> new IntWritable.Comparator();
      case LONG -> new LongWritable.Comparator();
    };
  }

  /** Few kinds of bytes, among them 0, make keys that begin alike, or are alike. */
  private static Writable key(KeyOrder order, byte[] start, int kinds, Random random) {
    byte[] rest = new byte[random.nextInt(12)];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = (byte) (random.nextInt(kinds) * 85);
    }
    byte[] key = ByteBuffer.allocate(start.length + rest.length).put(start).put(rest).array();
    return switch (order) {
      case TEXT -> {
        Text text = new Text();
        text.set(key, 0, key.length);
        yield text;
      }
      case BYTES -> new BytesWritable(key);
      case INT -> new IntWritable(random.nextInt() >> random.nextInt(31));
      case LONG -> new LongWritable(random.nextLong() >> random.nextInt(63));
    };
  }

  /** Sorts as Hadoop's sort buffer has itself sorted. */
  private record Stock(SortBuffer buffer) implements IndexedSortable {
    @Override
    public int compare(int i, int j) {
      int entry = buffer.entry(i);
      int other = buffer.entry(j);
      int partitions = Integer.compare(buffer.partition(entry), buffer.partition(other));
      return partitions != 0 ? partitions : buffer.compareKeys(entry, other);
    }

    @Override
    public void swap(int i, int j) {
      int[] entry = new int[SortBuffer.WIDTH];
      int[] other = new int[SortBuffer.WIDTH];
      buffer.entries().get(buffer.entry(i), entry).get(buffer.entry(j), other);
      buffer.entries().put(buffer.entry(i), other).put(buffer.entry(j), entry);
    }
  }
}
