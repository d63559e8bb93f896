// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import io.situ.spark.scan.pack.Piece;
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

  /**
   * The bytes of the asked columns of a group.
   *
   * @param start the group's first byte
   * @param starts one for each piece of the file that has some of them: the first of them
   * @param lengths how many of them the piece has, which need not lie one after the other
   */
  public record Asked(long start, long[] starts, long[] lengths) {}

  public FooterLayout {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
    for (int i = 1; i < groups.size(); i++) {
      if (groups.get(i).start <= groups.get(i - 1).start) {
        throw new IllegalArgumentException("row groups are not in the order of their bytes");
      }
    }
  }

  /**
   * Returns the asked bytes of each group, in as much memory as there are pieces, whatever the
   * number of columns.
   *
   * @param wanted whether a column is asked, by its path; all are if none is
   * @param pieces of the file, in ascending order and without gaps; may be empty
   */
  public List<Asked> asked(Predicate<String> wanted, List<Piece> pieces) {
    boolean[] asked = askedColumns(wanted);
    AskedBytes bytes = new AskedBytes(pieces);
    return groups.stream().map(group -> bytes.of(group, asked)).toList();
  }

  private boolean[] askedColumns(Predicate<String> wanted) {
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

  /** Returns how much memory it takes, in numbers of 8 bytes, about. */
  long weight() {
    return 4L * columns.size()
        + groups.stream().mapToLong(group -> 8 + 3L * group.column.length).sum();
  }
}
