// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.inventory.manifest.InventoryException;
import io.situ.inventory.manifest.Manifest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/**
 * One data file, checked as a whole and held in memory; it is a few megabytes. Immutable and
 * thread-safe.
 */
public final class DataFile {

  private final Path file;
  private final String storeRoot;
  private final long rows;
  private final List<DataFileColumn> columns;
  private final byte[][] pageKeys;

  private DataFile(
      Path file, String storeRoot, long rows, List<DataFileColumn> columns, byte[][] pageKeys) {
    this.file = file;
    this.storeRoot = storeRoot;
    this.rows = rows;
    this.columns = columns;
    this.pageKeys = pageKeys;
  }

  /**
   * Reads a data file.
   *
   * @throws InventoryException {@code DAMAGED} if it is not what was written; {@code MISSING} if
   *     its snapshot was deleted meanwhile; {@code NOT_READABLE}
   */
  public static DataFile load(Path file, Manifest.Part expected, String storeRoot)
      throws InventoryException {
    byte[] bytes = read(file, expected);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    if ((int) crc.getValue() != expected.crc32c()) {
      throw InventoryException.damaged(file, "is not what was written (checksum)", null);
    }
    try {
      return parse(file, bytes, storeRoot);
    } catch (IOException | RuntimeException e) {
      throw unreadable(file, e);
    }
  }

  private static byte[] read(Path file, Manifest.Part expected) throws InventoryException {
    byte[] bytes = new byte[Math.toIntExact(expected.bytes())];
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      if (in.length() != bytes.length) {
        throw InventoryException.damaged(
            file, "has " + in.length() + " bytes instead of " + bytes.length, null);
      }
      in.readFully(bytes);
      return bytes;
    } catch (InventoryException e) {
      throw e;
    } catch (IOException e) {
      throw InventoryException.unreadable(file, e);
    }
  }

  private static DataFile parse(Path file, byte[] bytes, String storeRoot) throws IOException {
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    FileMetaData footer =
        Util.readFileMetaData(DataFileColumn.at(bytes, bytes.length - 8L - length));
    RowGroup group = footer.getRow_groups().get(0);
    List<DataFileColumn> columns = new ArrayList<>();
    for (ColumnChunk chunk : group.getColumns()) {
      ColumnDescriptor column = DataFileSchema.COLUMNS.get(columns.size());
      if (!chunk.getMeta_data().getPath_in_schema().equals(Arrays.asList(column.getPath()))) {
        throw new IOException("another column is in the place of " + column);
      }
      columns.add(DataFileColumn.of(bytes, chunk));
    }
    if (columns.size() != DataFileSchema.COLUMNS_WITHOUT_FOOTERS
        && columns.size() != DataFileSchema.COLUMNS.size()) {
      throw new IOException("it has " + columns.size() + " columns");
    }
    ByteArrayInputStream index =
        DataFileColumn.at(bytes, group.getColumns().get(0).getColumn_index_offset());
    ColumnIndex keys = Util.readColumnIndex(index);
    byte[][] pageKeys =
        keys.getMin_values().stream()
            .map(key -> Arrays.copyOfRange(key.array(), key.position(), key.limit()))
            .toArray(byte[][]::new);
    return new DataFile(file, storeRoot, group.getNum_rows(), columns, pageKeys);
  }

  public static InventoryException unreadable(Path file, Exception cause) {
    return InventoryException.damaged(file, "does not hold an inventory's rows", cause);
  }

  public Path file() {
    return file;
  }

  /** Returns whether there are columns for row groups. */
  boolean hasRowGroups() {
    return columns.size() > DataFileSchema.COLUMNS_WITHOUT_FOOTERS;
  }

  /**
   * At least the rows whose keys lie from {@code from} to before {@code to}.
   *
   * @param footers whether rows get their row groups
   */
  public DataFileCursor cursor(byte[] from, byte[] to, boolean footers) throws InventoryException {
    int first = Math.max(0, pageBefore(from, true));
    int last = pageBefore(to, false);
    long begin = columns.get(0).firstRows()[first];
    long end = last + 1 < pageKeys.length ? columns.get(0).firstRows()[last + 1] : rows;
    return new DataFileCursor(this, begin, Math.max(begin, end), footers);
  }

  /** The last page whose first key is less than {@code key}, or equal to it; -1 for none. */
  private int pageBefore(byte[] key, boolean orEqual) {
    int low = 0;
    int high = pageKeys.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(pageKeys[middle], key);
      if (order < 0 || orEqual && order == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** The columns, to be read from one row to before another. */
  public DataFileColumns columns(long from, long to) {
    return new DataFileColumns(columns, from, to);
  }

  String storeRoot() {
    return storeRoot;
  }
}
