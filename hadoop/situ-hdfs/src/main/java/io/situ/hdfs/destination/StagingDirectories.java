// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.write.RecentValues;
import java.io.IOException;

/**
 * The directories below a hidden directory that files are made in. Remembers a bounded number of
 * those that are there. Thread-safe.
 */
final class StagingDirectories {

  /** Makes a directory, unless it is there. */
  interface Maker {

    /**
     * @param directory below the hidden directory, in one that is there; begins with a slash
     */
    void make(String directory) throws IOException;
  }

  private final RecentValues<String, Boolean> there;
  private final Maker maker;

  /**
   * @param most so many are remembered
   */
  StagingDirectories(int most, Maker maker) {
    this.there = new RecentValues<>(most);
    this.maker = maker;
  }

  /**
   * Makes the directories that a file is in.
   *
   * @param place the file's, below the hidden directory; begins with a slash
   */
  synchronized void makeAbove(String place) throws IOException {
    String directory = place.substring(0, place.lastIndexOf('/'));
    if (directory.isEmpty() || there.get(directory) != null) {
      return;
    }
    makeAbove(directory);
    maker.make(directory);
    there.put(directory, true);
  }
}
