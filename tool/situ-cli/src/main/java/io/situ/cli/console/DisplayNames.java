// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.console;

import io.situ.storage.StorePath;
import io.situ.storage.util.PlainText;
import java.util.Locale;

/** Names of objects as text for people. */
public final class DisplayNames {

  private DisplayNames() {}

  /**
   * The name with everything a terminal could act on, and every byte that is not text, written as
   * an escape: {@code \n}, {@code \x1b}, {@code \xff}. A backslash becomes two.
   */
  public static String escaped(String name) {
    return escape(name, true);
  }

  /** A message for a terminal: as {@link #escaped}, but backslashes stay. */
  public static String printable(String text) {
    return escape(text, false);
  }

  /** A message of one or more lines as one line for a terminal. */
  public static String sentence(String text) {
    return printable(text.strip().replaceAll("\\s*\\R\\s*", "; "));
  }

  private static String escape(String text, boolean reversible) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(shown, point, reversible));
    return shown.toString();
  }

  private static void append(StringBuilder shown, int point, boolean reversible) {
    switch (point) {
      case '\n' -> shown.append("\\n");
      case '\t' -> shown.append("\\t");
      case '\r' -> shown.append("\\r");
      case '\\' -> shown.append(reversible ? "\\\\" : "\\");
      default -> {
        String one = Character.toString(point);
        if (PlainText.isPlain(point)) {
          shown.append(one);
        } else {
          for (byte b : StorePath.encode(one)) {
            shown.append(String.format(Locale.ROOT, "\\x%02x", b & 0xFF));
          }
        }
      }
    }
  }
}
