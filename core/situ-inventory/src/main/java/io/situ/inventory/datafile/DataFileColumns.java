// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.airlift.compress.zstd.ZstdDecompressor;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;

/** A range of rows of a part, as columns; what is not asked for is not decoded. Not thread-safe. */
public final class DataFileColumns implements PageReadStore {

  /** No known fault of a writer is worked around: {@link DataFileWriter} has none. */
  private static final String CREATED_BY = "parquet-mr version 1.18.1";

  private final List<DataFileColumn> columns;
  private final long from;
  private final long to;
  private final ZstdDecompressor zstd = new ZstdDecompressor();
  private final ColumnReadStoreImpl readers =
      new ColumnReadStoreImpl(
          this, DataFileSchema.noConverter(), DataFileSchema.MESSAGE, CREATED_BY);

  DataFileColumns(List<DataFileColumn> columns, long from, long to) {
    this.columns = columns;
    this.from = from;
    this.to = to;
  }

  public ColumnReader reader(String name) {
    return readers.getColumnReader(DataFileSchema.column(name));
  }

  @Override
  public PageReader getPageReader(ColumnDescriptor column) {
    return columns.get(DataFileSchema.COLUMNS.indexOf(column)).read(from, to, zstd);
  }

  @Override
  public long getRowCount() {
    return to - from;
  }

  @Override
  public Optional<PrimitiveIterator.OfLong> getRowIndexes() {
    return Optional.of(LongStream.range(from, to).iterator());
  }

  @Override
  public void close() {}
}
