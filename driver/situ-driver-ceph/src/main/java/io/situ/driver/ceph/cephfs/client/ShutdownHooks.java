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

  static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  private static final String JVM = "java.lang.ApplicationShutdownHooks";

  private ShutdownHooks() {}

  /**
   * Returns whether a hook of that class runs, or hooks are still being started.
   *
   * @param hook the first part of the name of the class of the hook's thread
   */
  static boolean areRunning(String hook) {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      if (thread.getKey().getClass().getName().startsWith(hook) || isStarting(thread.getValue())) {
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
