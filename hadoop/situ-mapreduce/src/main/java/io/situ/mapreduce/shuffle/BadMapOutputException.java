// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import org.apache.hadoop.mapred.TaskAttemptID;

/** What a map attempt wrote cannot be used; the map has to run again. */
final class BadMapOutputException extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient TaskAttemptID map;

  BadMapOutputException(TaskAttemptID map, ShuffleDirectory directory, Throwable cause) {
    super("the output of " + map + " in '" + directory + "' cannot be read: " + text(cause), cause);
    this.map = map;
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
