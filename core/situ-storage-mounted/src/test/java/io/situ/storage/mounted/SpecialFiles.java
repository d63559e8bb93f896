// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Store;
import io.situ.storage.StorePath;
import java.util.concurrent.TimeUnit;

/** Makes what a store cannot: FIFOs and devices. */
public final class SpecialFiles {

  private SpecialFiles() {}

  /** Makes a FIFO at {@code path}; false if there is no program for it. */
  static boolean fifo(Store store, StorePath path) throws Exception {
    return run("mkfifo", path.prefixedBy(StorePath.of(store.info().root())).toString());
  }

  /** Whether the program is there and succeeded. */
  public static boolean run(String... argv) throws Exception {
    try {
      Process process = new ProcessBuilder(argv).inheritIO().start();
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (java.io.IOException e) {
      return false;
    }
  }
}
