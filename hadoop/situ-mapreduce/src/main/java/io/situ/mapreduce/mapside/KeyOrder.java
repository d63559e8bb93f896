// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.mapside;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;

/** A comparator whose order is that of a key's bytes, after what is in front of them. */
enum KeyOrder {

  /** Behind the length, whose own length is reported by its first byte. */
  TEXT(Text.class, Text.Comparator.class, 0, 0) {
    @Override
    int skip(byte first) {
      return WritableUtils.decodeVIntSize(first);
    }
  },

  /** Behind four bytes of length. */
  BYTES(BytesWritable.class, BytesWritable.Comparator.class, 4, 0),

  /** Negative numbers first. */
  INT(IntWritable.class, IntWritable.Comparator.class, 0, 0x80),

  /** Negative numbers first. */
  LONG(LongWritable.class, LongWritable.Comparator.class, 0, 0x80);

  private final Class<?> keys;
  private final Class<?> comparator;
  private final int skipped;
  private final int flipped;

  KeyOrder(Class<?> keys, Class<?> comparator, int skipped, int flipped) {
    this.keys = keys;
    this.comparator = comparator;
    this.skipped = skipped;
    this.flipped = flipped;
  }

  /** Empty for an order that is not known; a subclass may have another one. */
  static Optional<KeyOrder> of(RawComparator<?> comparator) {
    for (KeyOrder order : values()) {
      if (order.comparator == comparator.getClass()) {
        return Optional.of(order);
      }
    }
    return Optional.empty();
  }

  /** Returns the names of the classes of keys that have a known order unless a job changes it. */
  static List<String> keyClasses() {
    return Arrays.stream(values()).map(order -> order.keys.getName()).toList();
  }

  /** How many bytes of a key that begins with {@code first} do not count. */
  int skip(byte first) {
    return skipped;
  }

  /** Which bits of the first byte that counts are turned round. */
  int flipped() {
    return flipped;
  }
}
