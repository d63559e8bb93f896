// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
   * Returns a file that DataNodes have refused, as it was before {@link #needed} gave its blocks
   * other hosts; the next time that avoids those that refused. Empty if it gave none: the placement
   * that was asked for is not given up. Thread-safe.
   *
   * @param file as {@link #needed} has returned it
   * @param hosts of the DataNodes, at least one
   */
  default Optional<AttachItem> elsewhere(AttachItem file, Set<String> hosts) {
    return Optional.empty();
  }

  /**
   * Takes in files that have been made, and returns those that it has taken: others have failed, or
   * are in the way of files that stay. Thread-safe.
   */
  List<AttachItem> made(List<AttachItem> files, AttachFailures failures) throws IOException;

  /** Brings all that was made into sight. */
  void publish() throws IOException;
}
