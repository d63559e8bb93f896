// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import java.io.IOException;
import java.time.Duration;

/** A process whose hook still uses a session that nothing gives back. */
final class ExitMain {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private ExitMain() {}

  /** Prints what is done with the sessions. */
  private static final class Printed implements SessionPool.Sessions<String, String> {
    @Override
    public String begin(String key) {
      System.out.println("begun " + key);
      return key;
    }

    @Override
    public void end(String session) {
      System.out.println("ended " + session);
    }

    @Override
    public void abandon(String session) {
      throw new IllegalStateException(session);
    }
  }

  /** As Hadoop's: of a class of its own. */
  private static final class SlowHook extends Thread {
    private final SessionPool<String, String> pool;

    SlowHook(SessionPool<String, String> pool) {
      this.pool = pool;
    }

    @Override
    public void run() {
      try {
        Thread.sleep(500);
        System.out.println("used " + pool.acquire("a"));
        System.out.println("used " + pool.acquire("b"));
      } catch (IOException | InterruptedException e) {
        System.out.println(e);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    SessionPool<String, String> pool = new SessionPool<>(new Printed());
    pool.acquire("a");
    Runtime runtime = Runtime.getRuntime();
    runtime.addShutdownHook(new Thread(() -> pool.endAfter(SlowHook.class.getName(), TIMEOUT)));
    runtime.addShutdownHook(new SlowHook(pool));
    if (arguments.length > 0) {
      System.exit(0);
    }
  }
}
