// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.storage.StorePath;

/**
 * One line on the terminal that says how far a command is, a few times each second; nothing where
 * standard error is no terminal. Not thread-safe.
 */
public final class ProgressLine {

  private static final long INTERVAL_NANOS = 200_000_000;
  private static final int MAX_PATH = 60;
  private static final String CLEAR = "\r\033[K";

  private final boolean isWanted = Console.errorIsTerminal();
  private long shown;

  /**
   * Shows the line, unless it was shown just before.
   *
   * @param count how many there were so far
   * @param what one of them is called
   * @param at the one that is looked at
   */
  public void update(long count, String what, long bytes, StorePath at) {
    long now = System.nanoTime();
    if (!isWanted || shown != 0 && now - shown < INTERVAL_NANOS) {
      return;
    }
    shown = now;
    String path = DisplayNames.escaped(at.toString());
    String end = path.length() > MAX_PATH ? "..." + path.substring(path.length() - MAX_PATH) : path;
    System.err.print(
        CLEAR + HumanReadable.count(count, what) + ", " + HumanReadable.bytes(bytes) + "  " + end);
    System.err.flush();
  }

  /** Takes the line away. */
  public void clear() {
    if (shown != 0) {
      System.err.print(CLEAR);
      System.err.flush();
      shown = 0;
    }
  }
}
