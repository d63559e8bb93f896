package io.situ.inventory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.Operators.BinaryColumn;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.api.Binary;

/**
 * One data file, checked as a whole and held in memory; it is a few megabytes. Immutable and safe
 * for use by many threads.
 */
final class Part {

  private static final BinaryColumn PATH = FilterApi.binaryColumn(PartSchema.PATH);

  private final Path file;
  private final PartInput input;
  private final ParquetMetadata footer;
  private final String storeRoot;

  private Part(Path file, PartInput input, ParquetMetadata footer, String storeRoot) {
    this.file = file;
    this.input = input;
    this.footer = footer;
    this.storeRoot = storeRoot;
  }

  /**
   * Reads a data file.
   *
   * @throws InventoryException {@code DAMAGED} if it is not what was written
   */
  static Part load(Path file, Manifest.Part expected, String storeRoot) throws InventoryException {
    byte[] bytes = new byte[Math.toIntExact(expected.bytes())];
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      if (in.length() != bytes.length) {
        throw InventoryException.damaged(
            file, "has " + in.length() + " bytes instead of " + bytes.length, null);
      }
      in.readFully(bytes);
    } catch (InventoryException e) {
      throw e;
    } catch (IOException e) {
      throw InventoryException.damaged(file, "cannot be read: " + e.getMessage(), e);
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    if ((int) crc.getValue() != expected.crc32c()) {
      throw InventoryException.damaged(file, "is not what was written (checksum)", null);
    }
    PartInput input = new PartInput(ByteBuffer.wrap(bytes));
    try {
      ParquetMetadata footer =
          ParquetFileReader.readFooter(input, options(FilterCompat.NOOP), input.newStream());
      return new Part(file, input, footer, storeRoot);
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, e);
    }
  }

  private static InventoryException unreadable(Path file, Exception cause) {
    return InventoryException.damaged(file, "does not hold an inventory's rows", cause);
  }

  private static ParquetReadOptions options(FilterCompat.Filter filter) {
    return ParquetReadOptions.builder(new PlainParquetConfiguration())
        .withCodecFactory(new ZstdCodecs())
        .withUseHadoopVectoredIo(false)
        .withRecordFilter(filter)
        .build();
  }

  /** At least the rows whose keys lie from {@code from} to before {@code to}. */
  PartCursor cursor(byte[] from, byte[] to) throws InventoryException {
    return cursor(
        FilterCompat.get(
            FilterApi.and(
                FilterApi.gtEq(PATH, Binary.fromConstantByteArray(from)),
                FilterApi.lt(PATH, Binary.fromConstantByteArray(to)))));
  }

  private PartCursor cursor(FilterCompat.Filter filter) throws InventoryException {
    try (ParquetFileReader reader =
        new ParquetFileReader(input, footer, options(filter), input.newStream())) {
      PageReadStore pages = reader.readNextFilteredRowGroup();
      return new PartCursor(file, pages, footer.getFileMetaData().getCreatedBy(), storeRoot);
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, e);
    }
  }
}
