// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import org.apache.hadoop.mapred.TaskAttemptID;

/** What a map attempt wrote cannot be used; the map has to run again. */
final class BadMapOutputException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient TaskAttemptID map;

  private BadMapOutputException(TaskAttemptID map, String message, Throwable cause) {
    super(message, cause);
    this.map = map;
  }

  /**
   * Returns what to throw where output cannot be read: one of these, or another exception if it is
   * this process that can open no more files.
   */
  static IOException of(TaskAttemptID map, ShuffleDirectory directory, Throwable cause) {
    String message = "the output of " + map + " in '" + directory + "' cannot be read";
    return FailureDetails.messages(cause).contains("Too many open files")
        ? new IOException(
            message
                + " on "
                + FailureDetails.host()
                + ": too many files are open there; raise the limit of open files (ulimit -n)",
            cause)
        : new BadMapOutputException(map, message + ": " + text(cause), cause);
  }

  private static String text(Throwable cause) {
    return cause instanceof java.nio.file.NoSuchFileException
        ? "there is no " + cause.getMessage()
        : String.valueOf(cause.getMessage());
  }

  TaskAttemptID map() {
    return map;
  }
}
