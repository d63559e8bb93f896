// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import java.io.IOException;
import java.net.InetAddress;
import org.apache.hadoop.security.UserGroupInformation;

/** What a sentence about a failure with a shared directory is made of. Thread-safe. */
public final class FailureDetails {

  private FailureDetails() {}

  /** Returns the messages of a failure and its causes, a line each. */
  public static String messages(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      text.append(cause.getMessage()).append('\n');
    }
    return text.toString();
  }

  /** Returns the name of this host, or "this host" if it has none. */
  public static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "this host";
    }
  }

  /** Returns the user whom Hadoop acts for, or else the process's own. */
  public static String user() {
    try {
      return UserGroupInformation.getCurrentUser().getShortUserName();
    } catch (IOException e) {
      return System.getProperty("user.name");
    }
  }
}
