// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import java.io.IOException;
import java.util.List;

/** Where files are made, and how they come into sight. */
interface Ground {

  /** Takes directories in, each before what is in it. Called by one thread. */
  void directories(List<Source> directories) throws IOException;

  /**
   * Returns those files that must be made; the others are there, or have failed. When it returns,
   * the directories to make them in are there. Safe for use by many threads.
   */
  List<Source> needed(List<Source> files, Failures failures) throws IOException;

  /** Takes in files that have been made. Safe for use by many threads. */
  void made(List<Source> files, Failures failures) throws IOException;

  /** Brings all that was made into sight. */
  void publish() throws IOException;
}
