// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.certify;

/**
 * What is done if this process is asked to end before something is over. The code that ends the
 * process says so: the thread that was at work waits for the end.
 */
public final class ShutdownHook {

  /** By it drivers know that stores are still used while the process ends. */
  private static final String NAME = "situ-at-exit";

  private final Thread thread;

  private ShutdownHook(Thread thread) {
    this.thread = thread;
  }

  /** Does not return where the process is ending already. */
  public static ShutdownHook add(Runnable work) throws InterruptedException {
    Thread thread = new Thread(work, NAME);
    unlessEnding(() -> Runtime.getRuntime().addShutdownHook(thread));
    return new ShutdownHook(thread);
  }

  /** Nothing is left to do. Does not return where the process is ending already. */
  public void remove() throws InterruptedException {
    unlessEnding(() -> Runtime.getRuntime().removeShutdownHook(thread));
  }

  private static void unlessEnding(Runnable change) throws InterruptedException {
    try {
      change.run();
    } catch (IllegalStateException e) {
      Thread.sleep(Long.MAX_VALUE);
    }
  }
}
