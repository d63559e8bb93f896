// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.footer;

import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads the footers of files that end as Parquet or ORC does, whatever their names are. */
public final class FooterReader {

  private FooterReader() {}

  /**
   * Reads where the row groups or stripes of a file lie, and not their columns.
   *
   * @return empty if the file does not end as one with a footer does
   * @throws StoreException as {@link ReadHandle#readFully}
   * @throws IOException in one sentence about "its footer", if that is damaged, encrypted or
   *     compressed in a way that is not known
   */
  public static Optional<FileFooter> read(ReadHandle file) throws IOException {
    return read(file, false);
  }

  /**
   * Reads the same with the columns of each row group or stripe; of ORC that takes one more read
   * for each stripe.
   *
   * @return empty if the file does not end as one with a footer does
   * @throws StoreException as {@link ReadHandle#readFully}
   * @throws IOException as {@link #read(ReadHandle)}
   */
  public static Optional<FileFooter> readWithColumns(ReadHandle file) throws IOException {
    return read(file, true);
  }

  private static Optional<FileFooter> read(ReadHandle file, boolean columns) throws IOException {
    long size = file.object().size();
    FileTail tail = new FileTail(file, size);
    byte[] last = tail.last(Math.min(FileTail.USUAL, size));
    FileFooter footer;
    try {
      if (ParquetRowGroups.isAtEndOf(last)) {
        footer = new FileFooter(FileFooter.Format.PARQUET, ParquetRowGroups.read(last, tail));
      } else if (OrcStripes.isAtEndOf(last)) {
        footer = new FileFooter(FileFooter.Format.ORC, OrcStripes.read(last, tail, columns));
      } else {
        return Optional.empty();
      }
    } catch (RuntimeException e) {
      throw new IOException("its footer is damaged: " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      throw new IOException("its footer is damaged or too large: " + e.getMessage(), e);
    }
    requireWithin(footer.groups(), size);
    return Optional.of(footer);
  }

  private static void requireWithin(List<RowGroup> groups, long size) throws IOException {
    for (RowGroup group : groups) {
      if (group.end() > size
          || group.columns().stream().anyMatch(range -> range.start() + range.length() > size)) {
        throw new IOException("its footer is damaged: it names bytes behind the end of the file");
      }
    }
  }
}
