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
  private static final class ClassHook extends Thread {
    ClassHook(Runnable work) {
      super(work);
    }
  }

  private static void use(SessionPool<String, String> pool) {
    try {
      Thread.sleep(500);
      System.out.println("used " + pool.acquire("a"));
      System.out.println("used " + pool.acquire("b"));
    } catch (IOException | InterruptedException e) {
      System.out.println(e);
    }
  }

  /**
   * Ends by its hooks.
   *
   * @param arguments {@code exit}, or how else it ends; {@code class} or {@code name}, by which its
   *     hook is known; and whether the session is {@code idle} by then
   */
  public static void main(String[] arguments) throws Exception {
    SessionPool<String, String> pool = new SessionPool<>(new Printed());
    pool.acquire("a");
    if (arguments[2].equals("idle")) {
      pool.release("a");
    }
    Runtime runtime = Runtime.getRuntime();
    runtime.addShutdownHook(new Thread(() -> pool.endAfter(ClassHook.class.getName(), TIMEOUT)));
    runtime.addShutdownHook(
        arguments[1].equals("class")
            ? new ClassHook(() -> use(pool))
            : new Thread(() -> use(pool), ShutdownHooks.OWN));
    if (arguments[0].equals("exit")) {
      System.exit(0);
    }
  }
}
