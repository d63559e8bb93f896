// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** How many segments a reduce merges at once. Thread-safe. */
final class MergeFactor {

  private static final int MIN = 256;

  private MergeFactor() {}

  /** Returns what a job is configured with, at least {@value #MIN}. */
  static int of(Configuration conf) {
    return Math.max(
        conf.getInt(MRJobConfig.IO_SORT_FACTOR, MRJobConfig.DEFAULT_IO_SORT_FACTOR), MIN);
  }
}
