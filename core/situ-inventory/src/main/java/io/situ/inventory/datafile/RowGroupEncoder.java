// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.footer.ColumnRange;
import io.situ.inventory.footer.RowGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Puts row groups into Parquet's columns. Not thread-safe. */
final class RowGroupEncoder {

  private static final int MAX_NAMES = 1 << 14;

  private final ColumnWriter groupOffset;
  private final ColumnWriter groupLength;
  private final ColumnWriter column;
  private final ColumnWriter offset;
  private final ColumnWriter length;
  private final Map<String, Binary> names = new HashMap<>();

  RowGroupEncoder(ColumnWriteStore columns) {
    groupOffset = writer(columns, DataFileSchema.GROUP_OFFSET);
    groupLength = writer(columns, DataFileSchema.GROUP_LENGTH);
    column = writer(columns, DataFileSchema.RANGE_COLUMN);
    offset = writer(columns, DataFileSchema.RANGE_OFFSET);
    length = writer(columns, DataFileSchema.RANGE_LENGTH);
  }

  private static ColumnWriter writer(ColumnWriteStore columns, String name) {
    return columns.getColumnWriter(DataFileSchema.column(name));
  }

  void write(List<RowGroup> groups) {
    if (groups.isEmpty()) {
      groupOffset.writeNull(0, 0);
      groupLength.writeNull(0, 0);
      writeNoRange(0, 0);
      return;
    }
    int repetition = 0;
    for (RowGroup group : groups) {
      groupOffset.write(group.start(), repetition, 2);
      groupLength.write(group.length(), repetition, 2);
      writeRanges(group.columns(), repetition);
      repetition = 1;
    }
  }

  private void writeRanges(List<ColumnRange> ranges, int firstRepetition) {
    if (ranges.isEmpty()) {
      writeNoRange(firstRepetition, 2);
      return;
    }
    int repetition = firstRepetition;
    for (ColumnRange range : ranges) {
      column.write(name(range.column()), repetition, 4);
      offset.write(range.start(), repetition, 4);
      length.write(range.length(), repetition, 4);
      repetition = 2;
    }
  }

  private void writeNoRange(int repetition, int definition) {
    column.writeNull(repetition, definition);
    offset.writeNull(repetition, definition);
    length.writeNull(repetition, definition);
  }

  private Binary name(String text) {
    if (names.size() >= MAX_NAMES) {
      names.clear();
    }
    return names.computeIfAbsent(text, Binary::fromString);
  }
}
