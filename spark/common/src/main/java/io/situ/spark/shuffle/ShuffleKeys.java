// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle;

import org.apache.spark.SparkConf;

/** The configuration of the shuffle. */
final class ShuffleKeys {

  /** {@code auto}, {@code on} or {@code off}. */
  static final String MODE = "spark.situ.shuffle";

  /** Directory on a file system that all hosts share. */
  static final String DIRECTORY = "spark.situ.shuffle.dir";

  private static final String WAIT = "spark.situ.shuffle.wait";
  private static final String SYNC = "spark.situ.shuffle.sync";
  private static final String EXPIRY = "spark.situ.shuffle.expiry";
  private static final String IN_FLIGHT = "spark.reducer.maxSizeInFlight";

  private ShuffleKeys() {}

  /** Returns how long a reader waits for output that is not visible yet, in milliseconds. */
  static long waitMillis(SparkConf conf) {
    return conf.getTimeAsMs(WAIT, "10s");
  }

  /** Returns whether a map's output must outlast its host when the map ends. */
  static boolean sync(SparkConf conf) {
    return conf.getBoolean(SYNC, true);
  }

  /** Returns the age of a heartbeat after which an application may be dead, in milliseconds. */
  static long expiryMillis(SparkConf conf) {
    return conf.getTimeAsMs(EXPIRY, "10m");
  }

  /** Returns how many bytes one task may have read ahead. */
  static long maxBytesAhead(SparkConf conf) {
    return conf.getSizeAsMb(IN_FLIGHT, "48m") << 20;
  }
}
