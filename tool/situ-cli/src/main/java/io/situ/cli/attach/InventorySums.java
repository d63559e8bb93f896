// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.hdfs.attach.KnownChecksums;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.inventory.Inventory;
import io.situ.inventory.Snapshot;
import io.situ.inventory.datafile.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;

/** The checksums of an inventory's current snapshot. Thread-safe. */
final class InventorySums implements KnownChecksums {

  private final Snapshot snapshot;
  private final LongAdder compared = new LongAdder();

  private InventorySums(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  static InventorySums open(Path directory) throws IOException {
    Snapshot snapshot = Inventory.open(directory).snapshot();
    if (snapshot.manifest().checksumChunk() == 0) {
      throw CliException.input(
          "the inventory '" + directory + "' has no checksums; 'situ scan --checksums' takes them");
    }
    return new InventorySums(snapshot);
  }

  @Override
  public OptionalInt of(LinkedBlock object) throws IOException {
    Optional<Row> row = snapshot.find(object.object());
    boolean same =
        row.isPresent()
            && object.store().equals(snapshot.manifest().origin().store())
            && row.get().object().size() == object.size()
            && row.get().object().version().equals(object.version());
    return same ? row.get().crc32c(snapshot.manifest().checksumChunk()) : OptionalInt.empty();
  }

  @Override
  public void compared() {
    compared.increment();
  }

  /** How many have been compared with those of HDFS. */
  long countCompared() {
    return compared.sum();
  }
}
