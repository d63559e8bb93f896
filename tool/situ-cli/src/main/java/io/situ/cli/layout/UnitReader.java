// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.inventory.footer.FileFooter;
import io.situ.inventory.footer.FooterReader;
import io.situ.inventory.footer.RowGroup;
import io.situ.storage.ReadHandle;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Finds the units of files by what their last bytes say, whatever their names are. Thread-safe.
 *
 * @param split bytes of a split of files that can be cut anywhere
 */
record UnitReader(Store store, long split) {

  /**
   * Reads the footer of a file, if it has one.
   *
   * @throws StoreException as {@link Store#open}
   * @throws IOException if the file is one with a footer and that is damaged
   */
  FileUnits of(StoreObject file) throws IOException {
    ReadHandle.Options options =
        ReadHandle.Options.DEFAULT.withPolicy(ReadHandle.Policy.RANDOM).withoutRecall();
    try (ReadHandle handle = store.open(file.path(), options)) {
      Optional<FileFooter> footer = FooterReader.read(handle);
      return footer.isPresent()
          ? units(footer.get())
          : FileUnits.of(file.path().name(), handle.object().size(), split);
    }
  }

  private static FileUnits units(FileFooter footer) {
    List<FileUnits.Range> ranges = footer.groups().stream().map(UnitReader::range).toList();
    return switch (footer.format()) {
      case PARQUET -> new FileUnits(UnitKind.ROW_GROUP, ranges);
      case ORC -> new FileUnits(UnitKind.STRIPE, ranges);
    };
  }

  private static FileUnits.Range range(RowGroup group) {
    return new FileUnits.Range(group.start(), group.end());
  }
}
