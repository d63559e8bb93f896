// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.run;

import java.util.List;

/**
 * The Java heap of a job's process. Most of what a local job allocates is garbage at once. Left to
 * itself the JVM lets it grow up to a quarter of the machine's memory before it collects any, for
 * the sake of 1 % of processor time.
 */
final class JobHeap {

  private static final int MIN_YOUNG_MEGABYTES = 256;
  private static final int YOUNG_MEGABYTES_OF_A_PROCESSOR = 128;

  private JobHeap() {}

  /**
   * Returns the options of a JVM that runs a job.
   *
   * @param processors of this machine: as many maps may allocate at once
   */
  static List<String> options(int processors) {
    int young = Math.max(MIN_YOUNG_MEGABYTES, YOUNG_MEGABYTES_OF_A_PROCESSOR * processors);
    return List.of("-XX:+UseParallelGC", "-XX:MaxNewSize=" + young + "m", "-XX:GCTimeRatio=19");
  }
}
