// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.scan;

import io.situ.inventory.Inventory;
import io.situ.inventory.ScanOptions;
import io.situ.inventory.SyntheticStore;
import io.situ.inventory.manifest.Manifest;
import io.situ.storage.StorePath;
import java.nio.file.Path;

/** Scans a synthetic store in a process of its own: DIRECTORY TABLES DAYS FILES PLACEMENT TIMES. */
final class ScanMain {

  private ScanMain() {}

  public static void main(String[] args) throws Exception {
    SyntheticStore store =
        new SyntheticStore(
            Integer.parseInt(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
    ScanOptions options = ScanOptions.DEFAULT.withPlacement(Boolean.parseBoolean(args[4]));
    for (int i = 0; i < Integer.parseInt(args[5]); i++) {
      Manifest manifest = Scanner.scan(store, StorePath.ROOT, Path.of(args[0]), options);
      long bytes = manifest.parts().stream().mapToLong(Manifest.Part::bytes).sum();
      long begin = System.nanoTime();
      Inventory.open(Path.of(args[0])).snapshot().verify();
      System.out.printf(
          "objects=%d seconds=%.3f rate=%.0f bytesPerObject=%.2f readSeconds=%.3f%n",
          manifest.counts().objects(),
          manifest.seconds(),
          manifest.counts().objects() / manifest.seconds(),
          (double) bytes / manifest.counts().objects(),
          (System.nanoTime() - begin) / 1e9);
    }
  }
}
