// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.manifest.Manifest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;

/** Writes one data file of one row group. Rows must come in key order. Not thread-safe. */
public final class DataFileWriter {

  /** Rows a part holds at most. A refresh rewrites whole parts: this is its smallest work. */
  public static final int MAX_ROWS = 1 << 17;

  /** Bytes of chunks, extents and ranges of columns, not compressed, at which a part ends early. */
  private static final long MAX_WEIGHT = 32L << 20;

  private static final int PAGE_ROWS = 1 << 12;
  private static final int WHOLE_KEY = 1 << 16;
  private static final ParquetProperties PROPERTIES = properties();

  private final Path file;
  private final ChecksummedOutputFile output;
  private final ParquetFileWriter parquet;
  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private final boolean footers;
  private final RowEncoder encoder;
  private byte[] first = new byte[0];
  private byte[] last = new byte[0];
  private final int maxRows;
  private int rows;
  private long weight;

  /**
   * @param maxRows rows at which the part is full
   * @param footers whether rows may have row groups
   */
  public DataFileWriter(Path file, String storeRoot, int maxRows, boolean footers)
      throws IOException {
    this.file = file;
    this.maxRows = maxRows;
    this.footers = footers;
    MessageType message = DataFileSchema.message(footers);
    this.output = new ChecksummedOutputFile(file);
    this.parquet =
        new ParquetFileWriter(
            output, message, ParquetFileWriter.Mode.CREATE, Long.MAX_VALUE, 0, null, PROPERTIES);
    this.pages =
        new ColumnChunkPageWriteStore(
            new ZstdCodecs().getCompressor(CompressionCodecName.ZSTD),
            message,
            HeapByteBufferAllocator.getInstance(),
            WHOLE_KEY,
            true);
    this.columns = PROPERTIES.newColumnWriteStore(message, pages, pages);
    this.encoder = new RowEncoder(columns, storeRoot, footers);
  }

  private static ParquetProperties properties() {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withWriterVersion(ParquetProperties.WriterVersion.PARQUET_2_0)
            .withDictionaryEncoding(false)
            .withPageRowCountLimit(PAGE_ROWS)
            .withColumnIndexTruncateLength(WHOLE_KEY)
            .withStatisticsTruncateLength(WHOLE_KEY)
            .withPageWriteChecksumEnabled(true)
            .withAllocator(HeapByteBufferAllocator.getInstance());
    DataFileSchema.DICTIONARIES.forEach(column -> builder.withDictionaryEncoding(column, true));
    return builder.build();
  }

  /** Adds a row; {@code key} is the object's. */
  public void add(Row row, byte[] key) {
    encoder.write(row, key);
    columns.endRecord();
    weight += 4L * row.chunksNoCopy().length + 64L * row.object().extents().size();
    if (footers) {
      weight += 24L * row.columnRanges();
    }
    if (rows++ == 0) {
      first = key;
    }
    last = key;
  }

  /** Whether the next row belongs into another part. */
  public boolean isFull() {
    return rows >= maxRows || weight >= MAX_WEIGHT;
  }

  /** Completes the file; {@link #channel} is still to be forced to disk. */
  public Manifest.Part close() throws IOException {
    parquet.start();
    parquet.startBlock(rows);
    columns.flush();
    pages.flushToFileWriter(parquet);
    parquet.endBlock();
    parquet.end(Map.of());
    parquet.close();
    columns.close();
    pages.close();
    return new Manifest.Part(
        file.getFileName().toString(),
        rows,
        output.getPos(),
        output.crc32c(),
        SortKeys.text(first),
        SortKeys.text(last));
  }

  /** The file, which is closed by the code that forces it to disk. */
  public FileChannel channel() {
    return output.channel();
  }

  /** Ends without a usable file. */
  public void abandon() throws IOException {
    output.abandon();
  }
}
