// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/** The row groups of a Parquet file, as its footer lists them. */
final class ParquetUnits {

  private static final String PLAIN = "PAR1";
  private static final String ENCRYPTED = "PARE";

  /** The footer's length and the magic bytes. */
  private static final int END = 8;

  private ParquetUnits() {}

  /** Returns whether a file that ends with these bytes is one of Parquet. */
  static boolean isAtEndOf(byte[] last) {
    String magic = magic(last);
    return magic.equals(PLAIN) || magic.equals(ENCRYPTED);
  }

  private static String magic(byte[] last) {
    return last.length < END + PLAIN.length()
        ? ""
        : new String(last, last.length - 4, 4, StandardCharsets.ISO_8859_1);
  }

  /**
   * Returns where the row groups lie.
   *
   * @param last the last bytes of the file
   * @throws IOException if the footer is damaged or encrypted
   */
  static List<FileUnits.Range> read(byte[] last, UnitReader.Tail tail) throws IOException {
    if (magic(last).equals(ENCRYPTED)) {
      throw new IOException("its footer is encrypted");
    }
    long length =
        ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN).getInt(last.length - END)
            & 0xFFFF_FFFFL;
    byte[] bytes = length + END <= last.length ? last : tail.last(length + END);
    int start = bytes.length - END - (int) length;
    List<FileUnits.Range> ranges = new ArrayList<>();
    try {
      ByteArrayInputStream footer = new ByteArrayInputStream(bytes, start, (int) length);
      for (RowGroup group : Util.readFileMetaData(footer).getRow_groups()) {
        add(group, ranges);
      }
    } catch (IOException e) {
      throw new IOException("its footer is damaged: " + e.getMessage(), e);
    }
    ranges.sort(Comparator.comparingLong(FileUnits.Range::start));
    return ranges;
  }

  private static void add(RowGroup group, List<FileUnits.Range> ranges) {
    long start = Long.MAX_VALUE;
    long end = 0;
    for (ColumnChunk chunk : group.getColumns()) {
      ColumnMetaData column = chunk.getMeta_data();
      long first = column.getData_page_offset();
      if (column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0) {
        first = Math.min(first, column.getDictionary_page_offset());
      }
      start = Math.min(start, first);
      end = Math.max(end, first + column.getTotal_compressed_size());
    }
    if (start < end) {
      ranges.add(new FileUnits.Range(start, end));
    }
  }
}
