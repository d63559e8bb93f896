// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.client;

import java.time.Duration;
import java.util.Map;

/**
 * What else runs while the process ends: the JVM starts all hooks at once, and in no order. All
 * that is known of them are their threads.
 */
final class ShutdownHooks {

  /**
   * Class of Hadoop's own hook, the first part of its name. It runs one by one what engines want
   * done at the end, and closes file systems after that.
   */
  static final String HADOOP = "org.apache.hadoop.util.ShutdownHookManager";

  /** How the names of the threads of Situ's own hooks begin, as those of the tool. */
  static final String OWN = "situ-at-exit";

  static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private static final String JVM = "java.lang.ApplicationShutdownHooks";

  private ShutdownHooks() {}

  /**
   * Returns whether a hook of that class or one of {@link #OWN} runs, or hooks are still being
   * started.
   *
   * @param hook the first part of the name of the class of the hook's thread
   */
  static boolean areRunning(String hook) {
    for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
      Thread thread = entry.getKey();
      if (thread.getClass().getName().startsWith(hook)
          || thread.getName().startsWith(OWN)
          || isStarting(entry.getValue())) {
        return true;
      }
    }
    return false;
  }

  /** The thread that starts all hooks joins each of them afterwards. */
  private static boolean isStarting(StackTraceElement[] stack) {
    for (int i = 0; i < stack.length; i++) {
      if (stack[i].getClassName().equals(JVM) && stack[i].getMethodName().equals("runHooks")) {
        return i == 0 || !stack[i - 1].getMethodName().equals("join");
      }
    }
    return false;
  }
}
