// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory;

import io.situ.inventory.footer.RecordedFiles;
import io.situ.storage.Store;
import io.situ.storage.testkit.memory.MemoryStore;
import java.io.IOException;

/** The same damage to an inventory with row groups. */
class DamagedFootersTest extends DamageTest {

  private static final int FILES = 1500;

  @Override
  ScanOptions options() {
    return ScanOptions.DEFAULT.withFooters(true);
  }

  @Override
  Store store() throws IOException {
    MemoryStore store = new MemoryStore();
    byte[] orc = RecordedFiles.bytes("zlib.orc");
    for (int i = 0; i < FILES; i++) {
      RecordedFiles.write(store, "/part-" + i, orc);
    }
    return store;
  }
}
