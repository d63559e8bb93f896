// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Where the row groups (ORC: stripes) of a file lie, and their columns. Thread-safe.
 *
 * @param columns the path of each column, parts separated by dots
 * @param groups in the order of their bytes
 */
public record FooterLayout(List<String> columns, List<Group> groups) {

  /**
   * A row group or stripe.
   *
   * @param start its first byte
   * @param starts the first byte of each chunk
   * @param lengths the bytes of each chunk
   * @param column each chunk's column, an index in {@link FooterLayout#columns}
   */
  public record Group(long start, long[] starts, long[] lengths, int[] column) {}

  /** The bytes of some columns of a group: where they start and how many they are. */
  public record Asked(long[] starts, long[] lengths) {}

  public FooterLayout {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
    for (int i = 1; i < groups.size(); i++) {
      if (groups.get(i).start <= groups.get(i - 1).start) {
        throw new IllegalArgumentException("row groups are not in the order of their bytes");
      }
    }
  }

  /** Returns for each column whether it is asked; true for all if none is. */
  public boolean[] asked(Predicate<String> wanted) {
    boolean[] asked = new boolean[columns.size()];
    boolean any = false;
    for (int i = 0; i < asked.length; i++) {
      asked[i] = wanted.test(columns.get(i));
      any |= asked[i];
    }
    if (!any) {
      Arrays.fill(asked, true);
    }
    return asked;
  }

  /** Returns where the asked columns of a group lie. */
  public Asked asked(int group, boolean[] asked) {
    Group all = groups.get(group);
    int count = 0;
    long[] starts = new long[all.column.length];
    long[] lengths = new long[all.column.length];
    for (int i = 0; i < all.column.length; i++) {
      if (asked[all.column[i]]) {
        starts[count] = all.starts[i];
        lengths[count++] = all.lengths[i];
      }
    }
    return new Asked(Arrays.copyOf(starts, count), Arrays.copyOf(lengths, count));
  }

  /** Returns how much memory it takes, in numbers of 8 bytes, about. */
  long weight() {
    return 4L * columns.size()
        + groups.stream().mapToLong(group -> 8 + 3L * group.column.length).sum();
  }
}
