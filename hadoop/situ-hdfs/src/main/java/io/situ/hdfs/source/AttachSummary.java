// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.source;

import java.util.Map;

/** What an attach has done, as numbers. */
public record AttachSummary(Map<Count, Long> counts) {

  /** What is counted. */
  public enum Count {
    /** Files that were not there. */
    ADDED,
    /** Files of objects that are others than before, or lie on other hosts. */
    CHANGED,
    /** Files whose objects are gone. */
    REMOVED,
    /** Files that were right. */
    UNCHANGED,
    /** Files that are as they were, as an inventory reports, and were not looked at. */
    PASSED_OVER,
    /** Files that lacked replicas or had other owners, permissions or times than their objects. */
    REPAIRED,
    /** Files whose objects are gone, which stay because their removal was not asked for. */
    VANISHED,
    /** Files of HDFS's own in the way of objects, which stay. */
    KEPT,
    /** Objects that are not attached, each of which was named, and what is below such ones. */
    LEFT_OUT,
    /** Of the added and changed files, those that an attach before this one had made. */
    RESUMED,
    /** Directories of the store. */
    DIRECTORIES,
    /** Bytes of the added and changed files. */
    BYTES,
    /** Blocks of the added and changed files. */
    BLOCKS,
    /** Bytes of them that lie on the hosts of their blocks. */
    LOCAL_BYTES,
    /** Blocks, on each DataNode, for which a symbolic link stands that was made or found. */
    SYMLINKS,
    /** Blocks, on each DataNode, for which a placeholder stands that was made or found. */
    PLACEHOLDERS
  }

  public AttachSummary {
    counts = Map.copyOf(counts);
  }

  public long get(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  /** Files that are attached now. */
  public long files() {
    return get(Count.ADDED)
        + get(Count.CHANGED)
        + get(Count.UNCHANGED)
        + get(Count.PASSED_OVER)
        + get(Count.REPAIRED);
  }
}
