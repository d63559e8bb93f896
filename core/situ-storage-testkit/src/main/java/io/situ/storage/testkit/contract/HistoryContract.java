// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.contract;

import io.situ.storage.Capability;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemorySettings;
import io.situ.storage.testkit.memory.MemoryStore;
import io.situ.storage.util.StoreFiles;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random calls, made to the store under test and to a memory store of the same capabilities, have
 * the same outcome and leave the same tree.
 */
abstract class HistoryContract extends ContractTopic {

  private static final int HISTORIES = Integer.getInteger("situ.histories", 20);
  private static final int STEPS = 150;

  @Test
  void randomHistoriesGoAsInMemory() throws Exception {
    Long given = Long.getLong("situ.seed");
    if (given != null) {
      play(given);
      return;
    }
    Random seeds = new Random();
    for (int i = 0; i < HISTORIES; i++) {
      play(seeds.nextLong());
    }
  }

  private void play(long seed) throws Exception {
    StorePath around = path("history-" + Long.toHexString(seed));
    StorePath base = around.child("base");
    EnumSet<Capability> missing = EnumSet.allOf(Capability.class);
    missing.removeAll(store().capabilities(directory()));
    // The model's own versions distinguish its objects.
    missing.remove(Capability.DISTINCT_VERSIONS);
    MemorySettings settings =
        new MemorySettings().withUser("root", "root").without(missing.toArray(Capability[]::new));
    try (MemoryStore model = new MemoryStore(settings)) {
      StoreFiles.mkdirs(model, base, 0755);
      StoreFiles.mkdirs(store(), base, 0755);
      History history = new History(store(), model, base, seed);
      for (int i = 0; i < STEPS; i++) {
        history.step();
      }
      history.compareTrees(around);
    }
    StoreFiles.deleteTree(store(), around);
  }
}
