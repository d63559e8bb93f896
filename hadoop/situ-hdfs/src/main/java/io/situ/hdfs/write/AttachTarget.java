// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import java.io.IOException;
import java.util.List;

/** Where files are made, and how they come into sight. */
public interface AttachTarget {

  /** Takes directories in, each before what is in it. Called by one thread. */
  void directories(List<AttachItem> directories) throws IOException;

  /**
   * Returns those files that must be made; the others are there, or have failed. When it returns,
   * the directories to make them in are there. Thread-safe.
   */
  List<AttachItem> needed(List<AttachItem> files, AttachFailures failures) throws IOException;

  /**
   * Takes in files that have been made, and returns those that it has taken: others have failed, or
   * are in the way of files that stay. Thread-safe.
   */
  List<AttachItem> made(List<AttachItem> files, AttachFailures failures) throws IOException;

  /** Brings all that was made into sight. */
  void publish() throws IOException;
}
