// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ProgressLine;
import io.situ.inventory.ScanOptions;
import io.situ.storage.StorePath;

/** Says on the terminal how far a scan is. Not thread-safe. */
public final class ScanProgress implements ScanOptions.Progress {

  private final ProgressLine line = new ProgressLine();

  @Override
  public void update(long objects, long bytes, StorePath at) {
    line.update(objects, "object", bytes, at);
  }

  @Override
  public void feedExpired(String reason) {
    end();
    System.err.println("everything is listed again: " + DisplayNames.escaped(reason));
  }

  /** Takes the line away. */
  public void end() {
    line.clear();
  }
}
