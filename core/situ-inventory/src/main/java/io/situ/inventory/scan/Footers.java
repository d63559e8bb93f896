// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.footer.FileFooter;
import io.situ.inventory.footer.FooterReader;
import io.situ.inventory.footer.RowGroup;
import io.situ.inventory.manifest.SkippedObjects;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Reads the footers of the files of a scan. Thread-safe. */
final class Footers {

  private static final String NO_FOOTER = "no-footer";

  /** No file of Parquet or ORC is smaller, in bytes. */
  private static final int MIN_SIZE = 8;

  /** Ranges of columns that are kept of one file. */
  private static final int MAX_RANGES = 1 << 15;

  /** What a range of a column takes in memory, in numbers of 4 bytes. */
  private static final int RANGE_WEIGHT = 10;

  /** Bytes that a footer has for a range of a column, at least. */
  private static final int BYTES_OF_RANGE = 8;

  private final FileReads reads;
  private final SkippedObjects skipped;

  Footers(FileReads reads, SkippedObjects skipped) {
    this.reads = reads;
    this.skipped = skipped;
  }

  /** Returns whether a file is large enough to have a footer. */
  static boolean mayHave(StoreObject file) {
    return file.size() >= MIN_SIZE;
  }

  /** Returns how much memory the row groups of a file take at most, in numbers of 4 bytes. */
  static long weight(StoreObject file) {
    return RANGE_WEIGHT * Math.min(MAX_RANGES, file.size() / BYTES_OF_RANGE + 1);
  }

  /**
   * Returns the row groups of a file; none if it has no footer, or if that cannot be read or has
   * too many, which is noted as skipped.
   *
   * @throws StoreException if the scan must not pass over the failure
   */
  List<RowGroup> read(StoreObject file) throws StoreException {
    try {
      Optional<FileFooter> footer =
          reads.read(file, ReadHandle.Policy.RANDOM, FooterReader::readWithColumns);
      return footer.isPresent() ? bounded(file, footer.get().groups()) : List.of();
    } catch (StoreException e) {
      skipped.skip(file.path(), NO_FOOTER, e);
    } catch (IOException e) {
      skipped.skip(file.path(), NO_FOOTER + ": damaged");
    }
    return List.of();
  }

  private List<RowGroup> bounded(StoreObject file, List<RowGroup> groups) {
    if (groups.stream().mapToLong(group -> 1 + group.columns().size()).sum() <= MAX_RANGES) {
      return groups;
    }
    skipped.skip(file.path(), NO_FOOTER + ": too-large");
    return List.of();
  }
}
