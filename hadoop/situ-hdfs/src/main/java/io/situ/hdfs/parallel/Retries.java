// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.parallel;

import io.situ.storage.util.Backoff;
import java.io.InterruptedIOException;
import java.time.Duration;

/** Pauses while a DataNode or the NameNode is not ready yet. Not thread-safe. */
public final class Retries {

  private static final int USUAL = 40;

  private final Backoff backoff;

  /** About 16 seconds in all. */
  public Retries() {
    this(USUAL);
  }

  public Retries(int max) {
    this.backoff = new Backoff(max, Duration.ofMillis(1), Duration.ofMillis(500));
  }

  /**
   * Waits.
   *
   * @return false if that was done often enough
   */
  public boolean pause() throws InterruptedIOException {
    try {
      return backoff.pause();
    } catch (InterruptedException e) {
      throw ParallelSteps.interrupted();
    }
  }
}
