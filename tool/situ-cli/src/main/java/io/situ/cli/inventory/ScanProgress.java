// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.inventory;

import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.inventory.ScanOptions;
import io.situ.storage.StorePath;

/** One line on the terminal that says how far a scan is, a few times each second. */
public final class ScanProgress implements ScanOptions.Progress {

  private static final long NANOS = 200_000_000;
  private static final int LONGEST_PATH = 60;

  private final boolean wanted = Console.errorIsTerminal();
  private long shown;

  @Override
  public void update(long objects, long bytes, StorePath at) {
    if (!wanted) {
      return;
    }
    long now = System.nanoTime();
    if (shown != 0 && now - shown < NANOS) {
      return;
    }
    shown = now;
    String path = DisplayNames.escaped(at.toString());
    String end =
        path.length() > LONGEST_PATH ? "..." + path.substring(path.length() - LONGEST_PATH) : path;
    System.err.print(
        "\r\033[K"
            + HumanReadable.count(objects, "object")
            + ", "
            + HumanReadable.bytes(bytes)
            + "  "
            + end);
    System.err.flush();
  }

  @Override
  public void feedExpired(String reason) {
    end();
    System.err.println("everything is listed again: " + DisplayNames.escaped(reason));
  }

  public void end() {
    if (shown != 0) {
      System.err.print("\r\033[K");
      System.err.flush();
    }
  }
}
