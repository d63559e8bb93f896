// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.cli.console.Console;
import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.HumanReadable;
import io.situ.storage.StorePath;

/**
 * One line on the terminal that says how far it is, and a line for each file that is left out.
 * Thread-safe.
 */
final class LayoutProgress implements LayoutSurvey.Observer {

  private static final long INTERVAL_NANOS = 200_000_000;
  private static final int MAX_PATH = 60;
  private static final String CLEAR = "\r\033[K";

  private final boolean isWanted = Console.errorIsTerminal();
  private long shown;
  private long leftOut;
  private boolean isUnplaced;

  @Override
  public synchronized void looked(long files, long bytes, StorePath at) {
    long now = System.nanoTime();
    if (!isWanted || shown != 0 && now - shown < INTERVAL_NANOS) {
      return;
    }
    shown = now;
    String path = DisplayNames.escaped(at.toString());
    String end = path.length() > MAX_PATH ? "..." + path.substring(path.length() - MAX_PATH) : path;
    System.err.print(
        CLEAR
            + HumanReadable.count(files, "file")
            + ", "
            + HumanReadable.bytes(bytes)
            + "  "
            + end);
    System.err.flush();
  }

  @Override
  public synchronized void leftOut(String sentence) {
    end();
    leftOut++;
    System.err.println("situ: left out: " + DisplayNames.printable(sentence));
  }

  @Override
  public synchronized void unplaced(String reason) {
    if (!isUnplaced) {
      isUnplaced = true;
      end();
      System.err.println(
          "situ: the hosts of some files are not known: " + DisplayNames.printable(reason));
    }
  }

  synchronized long leftOut() {
    return leftOut;
  }

  /** Takes the line away. */
  synchronized void end() {
    if (shown != 0) {
      System.err.print(CLEAR);
      System.err.flush();
      shown = 0;
    }
  }
}
