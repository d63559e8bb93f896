// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.footer.ColumnRange;
import io.situ.inventory.footer.RowGroup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.api.Binary;

/** Puts row groups together from Parquet's columns. Not thread-safe. */
final class RowGroupDecoder {

  private static final int MAX_NAMES = 1 << 14;

  private final ColumnReader groupOffset;
  private final ColumnReader groupLength;
  private final ColumnReader column;
  private final ColumnReader offset;
  private final ColumnReader length;
  private final Map<Binary, String> names = new HashMap<>();

  RowGroupDecoder(DataFileColumns columns) {
    groupOffset = columns.reader(DataFileSchema.GROUP_OFFSET);
    groupLength = columns.reader(DataFileSchema.GROUP_LENGTH);
    column = columns.reader(DataFileSchema.RANGE_COLUMN);
    offset = columns.reader(DataFileSchema.RANGE_OFFSET);
    length = columns.reader(DataFileSchema.RANGE_LENGTH);
  }

  List<ColumnReader> readers() {
    return List.of(groupOffset, groupLength, column, offset, length);
  }

  /** Reads those of the next row. */
  List<RowGroup> read() {
    if (groupOffset.getCurrentDefinitionLevel() < 2) {
      groupOffset.consume();
      groupLength.consume();
      consumeRange();
      return List.of();
    }
    List<RowGroup> groups = new ArrayList<>();
    do {
      long start = number(groupOffset);
      long bytes = number(groupLength);
      groups.add(new RowGroup(start, bytes, ranges()));
    } while (groupOffset.getCurrentRepetitionLevel() > 0);
    return groups;
  }

  private List<ColumnRange> ranges() {
    if (column.getCurrentDefinitionLevel() < 4) {
      consumeRange();
      return List.of();
    }
    List<ColumnRange> ranges = new ArrayList<>();
    do {
      String name = name(column.getBinary());
      column.consume();
      ranges.add(new ColumnRange(name, number(offset), number(length)));
    } while (column.getCurrentRepetitionLevel() == 2);
    return ranges;
  }

  private void consumeRange() {
    column.consume();
    offset.consume();
    length.consume();
  }

  private static long number(ColumnReader reader) {
    long value = reader.getLong();
    reader.consume();
    return value;
  }

  private String name(Binary binary) {
    String known = names.get(binary);
    if (known != null) {
      return known;
    }
    String made = binary.toStringUsingUTF8();
    if (names.size() < MAX_NAMES) {
      names.put(binary.copy(), made);
    }
    return made;
  }
}
