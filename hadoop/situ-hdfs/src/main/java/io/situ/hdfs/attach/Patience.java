package io.situ.hdfs.attach;

import java.io.InterruptedIOException;

/** Waits for what a DataNode will soon be ready for or tell, longer each time. For one thread. */
final class Patience {

  private static final int USUAL = 40;
  private static final long FIRST = 1;
  private static final long LONGEST = 500;

  private final int most;
  private int waits;
  private long next = FIRST;

  /** About 16 seconds in all. */
  Patience() {
    this(USUAL);
  }

  Patience(int most) {
    this.most = most;
  }

  /** Waits; false if that was done often enough. */
  boolean left() throws InterruptedIOException {
    if (waits == most) {
      return false;
    }
    try {
      Thread.sleep(next);
    } catch (InterruptedException e) {
      throw Parallel.interrupted();
    }
    waits++;
    next = Math.min(next * 2, LONGEST);
    return true;
  }
}
