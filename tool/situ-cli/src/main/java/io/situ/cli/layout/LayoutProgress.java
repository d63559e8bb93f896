// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.layout;

import io.situ.cli.console.DisplayNames;
import io.situ.cli.console.ProgressLine;
import io.situ.storage.StorePath;

/** Says on the terminal how far it is, and names each file that is left out. Thread-safe. */
final class LayoutProgress implements LayoutSurvey.Observer {

  private final ProgressLine line = new ProgressLine();
  private long leftOut;
  private boolean isUnplaced;

  @Override
  public synchronized void looked(long files, long bytes, StorePath at) {
    line.update(files, "file", bytes, at);
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
    line.clear();
  }
}
