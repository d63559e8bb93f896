// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.walk;

import io.situ.inventory.datafile.SortKeys;
import io.situ.storage.StoreObject;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Sorts the entries of one directory by key. Names in a directory look alike, and following
 * pointers to compare them costs more than the comparing: so each entry is first reduced to the
 * five characters behind what all names have in common, which settles nearly all of the order.
 */
final class DirectorySorter {

  private static final int CHARACTERS = 5;
  private static final int INDEX_BITS = 24;

  /** More entries than an index can distinguish are sorted in the ordinary way. */
  private static final int MAX = 1 << INDEX_BITS - 1;

  private DirectorySorter() {}

  /**
   * Sorts.
   *
   * @param from how many characters the paths have in common at least
   */
  static StoreObject[] sort(StoreObject[] objects, int from) {
    Comparator<StoreObject> order = SortKeys.siblings(from);
    if (objects.length < 8 || objects.length > MAX) {
      Arrays.sort(objects, order);
      return objects;
    }
    int common = common(objects, from);
    long[] digests = new long[objects.length];
    for (int i = 0; i < objects.length; i++) {
      digests[i] = (digest(objects[i], common) << INDEX_BITS | i) ^ Long.MIN_VALUE;
    }
    Arrays.sort(digests);
    StoreObject[] sorted = new StoreObject[objects.length];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = objects[(int) digests[i] & (1 << INDEX_BITS) - 1];
    }
    settle(sorted, digests, order);
    return sorted;
  }

  private static int common(StoreObject[] objects, int from) {
    String first = objects[0].path().toString();
    int common = first.length();
    for (StoreObject object : objects) {
      String text = object.path().toString();
      common = Math.min(common, text.length());
      int i = from;
      while (i < common && text.charAt(i) == first.charAt(i)) {
        i++;
      }
      common = i;
    }
    return common;
  }

  /**
   * Forty bits, unsigned, that order as the key does wherever two digests differ: a character that
   * is not ASCII stands behind all that are, and what follows it is left to the comparator.
   */
  private static long digest(StoreObject object, int common) {
    String text = object.path().toString();
    long digest = 0;
    for (int i = common; i < common + CHARACTERS; i++) {
      int character = 0;
      if (i < text.length()) {
        character = text.charAt(i);
      } else if (i == text.length() && object.isDirectory()) {
        character = '/';
      }
      if (character >= 0x80) {
        return (digest << 8 | 0xFF) << 8 * (common + CHARACTERS - 1 - i);
      }
      digest = digest << 8 | character;
    }
    return digest;
  }

  /** Sorts the stretches that have the same digest. */
  private static void settle(StoreObject[] sorted, long[] digests, Comparator<StoreObject> order) {
    int start = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || digests[i] >>> INDEX_BITS != digests[start] >>> INDEX_BITS) {
        if (i - start > 1) {
          Arrays.sort(sorted, start, i, order);
        }
        start = i;
      }
    }
  }
}
