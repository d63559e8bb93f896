// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan;

import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/** What a thread has read from Hadoop's file systems. */
final class ThreadReads {

  private ThreadReads() {}

  /** Returns the bytes that the calling thread has read so far. */
  @SuppressWarnings("deprecation") // What is in its place has no sums of a thread.
  static long bytes() {
    List<FileSystem.Statistics> all = FileSystem.getAllStatistics();
    return all.stream().mapToLong(each -> each.getThreadStatistics().getBytesRead()).sum();
  }
}
