// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted.nativelib;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A file descriptor that many threads use: its number is given back to the system only when no
 * thread uses it any more, so that no call can ever meet another file under the same number.
 */
public final class Descriptor {

  private static final int CLOSED = Integer.MIN_VALUE;

  private final int fd;
  private final AtomicInteger users = new AtomicInteger();

  public Descriptor(int fd) {
    this.fd = fd;
  }

  /** The number to use until {@link #release}, or -1 if this is closed. */
  public int acquire() {
    while (true) {
      int now = users.get();
      if (now < 0) {
        return -1;
      }
      if (users.compareAndSet(now, now + 1)) {
        return fd;
      }
    }
  }

  public void release() {
    if (users.decrementAndGet() == CLOSED) {
      releaseNumber();
    }
  }

  /**
   * Lets no new user in and closes once the last one is gone.
   *
   * @return 0, or the negative error number of a close that happened here
   */
  public int close() {
    while (true) {
      int now = users.get();
      if (now < 0) {
        return 0;
      }
      if (users.compareAndSet(now, now | CLOSED)) {
        return now == 0 ? releaseNumber() : 0;
      }
    }
  }

  private int releaseNumber() {
    return Syscalls.close(fd);
  }
}
