// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;

/**
 * The pages of one column in a data file that is held in memory. Only what {@link DataFileWriter}
 * writes is read: pages of version 2, Zstandard. Immutable and thread-safe.
 *
 * @param file the whole data file
 * @param dictionary where the dictionary page is, -1 if there is none
 * @param values in all pages, nulls included
 * @param offsets where each page is
 * @param firstRows the first row of each page
 */
@SuppressWarnings("ArrayRecordComponent")
record DataFileColumn(byte[] file, long dictionary, long values, long[] offsets, long[] firstRows) {

  private static final Statistics<?> NO_STATISTICS = null;

  static DataFileColumn of(byte[] file, ColumnChunk chunk) throws IOException {
    ColumnMetaData data = chunk.getMeta_data();
    if (data.getCodec() != CompressionCodec.ZSTD) {
      throw new IOException("compressed with " + data.getCodec());
    }
    OffsetIndex index = Util.readOffsetIndex(at(file, chunk.getOffset_index_offset()));
    List<PageLocation> pages = index.getPage_locations();
    return new DataFileColumn(
        file,
        data.isSetDictionary_page_offset() ? data.getDictionary_page_offset() : -1,
        data.getNum_values(),
        pages.stream().mapToLong(PageLocation::getOffset).toArray(),
        pages.stream().mapToLong(PageLocation::getFirst_row_index).toArray());
  }

  static ByteArrayInputStream at(byte[] file, long offset) throws IOException {
    if (offset < 0 || offset > file.length) {
      throw new IOException("there is no byte " + offset);
    }
    return new ByteArrayInputStream(file, (int) offset, file.length - (int) offset);
  }

  /** The page that holds a row. */
  int pageOf(long row) {
    int found = Arrays.binarySearch(firstRows, row);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Reads the pages that hold rows from {@code from} to before {@code to}.
   *
   * @param zstd used by one thread; to make one costs as much as to read a small page
   */
  PageReader read(long from, long to, ZstdDecompressor zstd) {
    return new Pages(pageOf(from), to, zstd);
  }

  private final class Pages implements PageReader {
    private final long to;
    private final ZstdDecompressor zstd;
    private int next;

    Pages(int first, long to, ZstdDecompressor zstd) {
      this.next = first;
      this.to = to;
      this.zstd = zstd;
    }

    @Override
    public long getTotalValueCount() {
      return values;
    }

    @Override
    public DictionaryPage readDictionaryPage() {
      try {
        return dictionary < 0 ? null : dictionaryPage();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public DataPage readPage() {
      if (next == offsets.length || firstRows[next] >= to) {
        return null;
      }
      try {
        return dataPage(next++);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private DictionaryPage dictionaryPage() throws IOException {
      ByteArrayInputStream in = at(file, dictionary);
      PageHeader header = Util.readPageHeader(in);
      byte[] bytes =
          decompress(
              file.length - in.available(),
              header.getCompressed_page_size(),
              header.getUncompressed_page_size());
      return new DictionaryPage(
          BytesInput.from(bytes),
          header.getDictionary_page_header().getNum_values(),
          encoding(header.getDictionary_page_header().getEncoding()));
    }

    private DataPageV2 dataPage(int page) throws IOException {
      ByteArrayInputStream in = at(file, offsets[page]);
      PageHeader header = Util.readPageHeader(in);
      DataPageHeaderV2 v2 = header.getData_page_header_v2();
      int start = file.length - in.available();
      int repetition = v2.getRepetition_levels_byte_length();
      int definition = v2.getDefinition_levels_byte_length();
      int levels = repetition + definition;
      byte[] data =
          decompress(
              start + levels,
              header.getCompressed_page_size() - levels,
              header.getUncompressed_page_size() - levels);
      return DataPageV2.uncompressed(
          v2.getNum_rows(),
          v2.getNum_nulls(),
          v2.getNum_values(),
          firstRows[page],
          BytesInput.from(file, start, repetition),
          BytesInput.from(file, start + repetition, definition),
          encoding(v2.getEncoding()),
          BytesInput.from(data),
          NO_STATISTICS);
    }

    private byte[] decompress(int offset, int compressed, int uncompressed) throws IOException {
      byte[] bytes = new byte[uncompressed];
      if (compressed > 0) {
        int length = zstd.decompress(file, offset, compressed, bytes, 0, uncompressed);
        if (length != uncompressed) {
          throw new IOException(length + " bytes in a page of " + uncompressed);
        }
      }
      return bytes;
    }
  }

  private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
    return Encoding.valueOf(encoding.name());
  }
}
