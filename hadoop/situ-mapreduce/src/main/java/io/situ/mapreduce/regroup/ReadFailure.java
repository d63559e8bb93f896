// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which split was read when its reader failed: a task that reads several has one message. */
final class ReadFailure {

  private static final Logger LOG = LoggerFactory.getLogger(ReadFailure.class);

  private ReadFailure() {}

  /**
   * Returns an exception of the same class and from the same place whose message names the split.
   * One whose class cannot be made from a message is returned as it is, and the split is logged.
   *
   * @param split as a file and a range of bytes
   */
  static <E extends Exception> E in(String split, E failure) {
    String message = reason(failure) + ", while " + split + " was read";
    try {
      @SuppressWarnings("unchecked")
      Class<E> type = (Class<E>) failure.getClass();
      E named = type.getConstructor(String.class).newInstance(message);
      named.setStackTrace(failure.getStackTrace());
      if (failure.getCause() != null) {
        named.addSuppressed(failure.getCause());
      }
      return named;
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.error("{}", message, failure);
      LOG.debug("{} cannot be made with this message", failure.getClass(), e);
      return failure;
    }
  }

  /** The message, and the innermost one where that says more. */
  private static String reason(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String message = text(failure);
    String detail = text(innermost);
    return message.contains(detail) ? message : message + ": " + detail;
  }

  private static String text(Throwable failure) {
    return failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
  }

  /** Returns a split as a message names it. */
  static String name(Object file, long start, long length) {
    return "'" + file + "', bytes " + start + " to " + (start + length) + ",";
  }
}
