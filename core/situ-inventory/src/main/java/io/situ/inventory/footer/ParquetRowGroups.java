// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.InterningProtocol;
import shaded.parquet.org.apache.thrift.TConfiguration;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.protocol.TCompactProtocol;
import shaded.parquet.org.apache.thrift.protocol.TList;
import shaded.parquet.org.apache.thrift.protocol.TMap;
import shaded.parquet.org.apache.thrift.protocol.TProtocolException;
import shaded.parquet.org.apache.thrift.protocol.TStruct;
import shaded.parquet.org.apache.thrift.transport.TIOStreamTransport;
import shaded.parquet.org.apache.thrift.transport.TTransport;

/** The row groups of a Parquet file, as its footer lists them. */
final class ParquetRowGroups {

  private static final String PLAIN = "PAR1";
  private static final String ENCRYPTED = "PARE";

  /** The footer's length and the magic bytes. */
  private static final int END = 8;

  private ParquetRowGroups() {}

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
   * Returns the row groups, in the order of their bytes.
   *
   * @param last the last bytes of the file
   * @throws IOException if the footer is damaged, or it or columns are encrypted
   */
  static List<RowGroup> read(byte[] last, FileTail tail) throws IOException {
    if (magic(last).equals(ENCRYPTED)) {
      throw new IOException("its footer is encrypted");
    }
    long length =
        ByteBuffer.wrap(last).order(ByteOrder.LITTLE_ENDIAN).getInt(last.length - END)
            & 0xFFFF_FFFFL;
    byte[] bytes = length + END <= last.length ? last : tail.last(length + END);
    int start = bytes.length - END - (int) length;
    List<RowGroup> groups = new ArrayList<>();
    Map<List<String>, String> names = new HashMap<>();
    for (org.apache.parquet.format.RowGroup group : decode(bytes, start, (int) length)) {
      add(group, names, groups);
    }
    groups.sort(Comparator.comparingLong(RowGroup::start));
    return groups;
  }

  private static List<org.apache.parquet.format.RowGroup> decode(
      byte[] bytes, int start, int length) throws IOException {
    TConfiguration limits = TConfiguration.custom().setMaxMessageSize(length).build();
    FileMetaData footer = new FileMetaData();
    try {
      TTransport transport =
          new TIOStreamTransport(limits, new ByteArrayInputStream(bytes, start, length));
      footer.read(new InterningProtocol(new ShallowProtocol(transport)));
      return footer.getRow_groups();
    } catch (TException e) {
      throw new IOException("its footer is damaged: " + e.getMessage(), e);
    }
  }

  /**
   * Refuses structures and collections that lie deeper in each other than those of any footer:
   * Thrift follows them, also in fields that it does not know, as deep as the stack is.
   */
  private static final class ShallowProtocol extends TCompactProtocol {

    private static final int MAX_DEPTH = 64;

    private int depth;

    ShallowProtocol(TTransport transport) {
      super(transport);
    }

    private void enter() throws TException {
      if (++depth > MAX_DEPTH) {
        throw new TProtocolException(TProtocolException.DEPTH_LIMIT, "it is nested too deep");
      }
    }

    @Override
    public TStruct readStructBegin() throws TException {
      enter();
      return super.readStructBegin();
    }

    @Override
    public void readStructEnd() throws TException {
      depth--;
      super.readStructEnd();
    }

    /** Begins a set as well. */
    @Override
    public TList readListBegin() throws TException {
      enter();
      return super.readListBegin();
    }

    @Override
    public void readListEnd() throws TException {
      depth--;
      super.readListEnd();
    }

    @Override
    public void readSetEnd() throws TException {
      depth--;
      super.readSetEnd();
    }

    @Override
    public TMap readMapBegin() throws TException {
      enter();
      return super.readMapBegin();
    }

    @Override
    public void readMapEnd() throws TException {
      depth--;
      super.readMapEnd();
    }
  }

  private static void add(
      org.apache.parquet.format.RowGroup group,
      Map<List<String>, String> names,
      List<RowGroup> groups)
      throws IOException {
    List<ColumnRange> columns = new ArrayList<>();
    long start = Long.MAX_VALUE;
    long end = 0;
    for (ColumnChunk chunk : group.getColumns()) {
      if (!chunk.isSetMeta_data()) {
        throw new IOException("its footer has encrypted columns");
      }
      ColumnMetaData column = chunk.getMeta_data();
      long first = column.getData_page_offset();
      if (column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0) {
        first = Math.min(first, column.getDictionary_page_offset());
      }
      String name =
          names.computeIfAbsent(column.getPath_in_schema(), path -> String.join(".", path));
      columns.add(new ColumnRange(name, first, column.getTotal_compressed_size()));
      start = Math.min(start, first);
      end = Math.max(end, first + column.getTotal_compressed_size());
    }
    if (start < end) {
      groups.add(new RowGroup(start, end - start, columns));
    }
  }
}
