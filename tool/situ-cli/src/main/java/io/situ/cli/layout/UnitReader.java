// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Finds the units of files by what their last bytes say, whatever their names are. Thread-safe.
 *
 * @param split bytes of a split of files that can be cut anywhere
 */
record UnitReader(Store store, long split) {

  /** Most footers are shorter. */
  private static final int TAIL = 64 << 10;

  private static final int MAX_FOOTER = 64 << 20;

  /**
   * Reads the footer of a file, if it has one.
   *
   * @throws StoreException as {@link Store#open}
   * @throws IOException if the file is one with a footer and that is damaged
   */
  FileUnits of(StoreObject file) throws IOException {
    ReadHandle.Options options =
        ReadHandle.Options.DEFAULT.withPolicy(ReadHandle.Policy.RANDOM).withoutRecall();
    long size;
    List<FileUnits.Range> ranges;
    UnitKind kind;
    try (ReadHandle handle = store.open(file.path(), options)) {
      size = handle.object().size();
      Tail tail = new Tail(handle, size);
      byte[] last = tail.last(Math.min(TAIL, size));
      if (ParquetUnits.isAtEndOf(last)) {
        kind = UnitKind.ROW_GROUP;
        ranges = ParquetUnits.read(last, tail);
      } else if (OrcUnits.isAtEndOf(last)) {
        kind = UnitKind.STRIPE;
        ranges = OrcUnits.read(last, tail);
      } else {
        return FileUnits.of(file.path().name(), size, split);
      }
    } catch (RuntimeException e) {
      throw new IOException("its footer is damaged: " + e.getMessage(), e);
    }
    if (ranges.stream().anyMatch(range -> range.end() > size)) {
      throw new IOException("its footer is damaged: it names bytes behind the end of the file");
    }
    return new FileUnits(kind, ranges);
  }

  /** The end of an open file. */
  record Tail(ReadHandle file, long size) {

    /**
     * Reads the last bytes of the file.
     *
     * @throws IOException if the file is not that long, or they are more than footers have
     */
    byte[] last(long length) throws IOException {
      if (length > size || length > Math.max(TAIL, MAX_FOOTER)) {
        throw new IOException("its footer is damaged: it says that it has " + length + " bytes");
      }
      byte[] bytes = new byte[(int) length];
      file.readFully(List.of(new ReadHandle.Range(size - length, ByteBuffer.wrap(bytes))));
      return bytes;
    }
  }
}
