// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import java.util.HashMap;
import java.util.Map;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Prints what classes warn of on standard error: a sentence each, without a stack trace, the first
 * {@value #MOST} of each class. Log4j calls it by one thread at a time.
 */
public final class WarningAppender extends AppenderSkeleton {

  static final int MOST = 20;

  private final Map<String, Integer> printed = new HashMap<>();

  @Override
  protected void append(LoggingEvent event) {
    int before = printed.merge(event.getLoggerName(), 1, Integer::sum) - 1;
    if (before < MOST) {
      print(event.getRenderedMessage());
    } else if (before == MOST) {
      print("there are more warnings like the one before, which are not printed");
    }
  }

  private static void print(String sentence) {
    System.err.println("situ: warning: " + DisplayNames.printable(sentence));
  }

  @Override
  public void close() {
    printed.clear();
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
