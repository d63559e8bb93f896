// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.posix;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Translates a glob to a regular expression over whole paths. {@code *} stands for any characters
 * but the slash, {@code **} for any at all, {@code ?} for one but the slash, {@code [abc]}, {@code
 * [a-z]} and {@code [!a]} for one of a set, {@code {one,two}} for alternatives; a backslash takes
 * the meaning from what follows it.
 */
final class Glob {

  private final String text;
  private final StringBuilder regex = new StringBuilder();
  private int at;
  private boolean inBraces;

  private Glob(String text) {
    this.text = text;
  }

  /** Whether {@code text} is more than a plain path. */
  static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> "*?[{\\".indexOf(c) >= 0);
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with {@code text}
   */
  static Pattern compile(String text) {
    Glob glob = new Glob(text);
    while (glob.at < text.length()) {
      glob.next(text.charAt(glob.at++));
    }
    if (glob.inBraces) {
      throw new IllegalArgumentException("'{' without '}' in '" + text + "'");
    }
    try {
      return Pattern.compile(glob.regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("senseless pattern '" + text + "'", e);
    }
  }

  private void next(char c) {
    switch (c) {
      case '*' -> star();
      case '?' -> regex.append("[^/]");
      case '[' -> set();
      case '\\' -> escaped();
      case '{' -> open();
      case '}' -> close();
      case ',' -> regex.append(inBraces ? "|" : ",");
      default -> literal(c);
    }
  }

  private void star() {
    if (at < text.length() && text.charAt(at) == '*') {
      at++;
      regex.append(".*");
    } else {
      regex.append("[^/]*");
    }
  }

  private void set() {
    int end = text.indexOf(']', at + 1);
    if (end < 0) {
      throw new IllegalArgumentException("'[' without ']' in '" + text + "'");
    }
    String members = text.substring(at, end);
    boolean not = members.startsWith("!");
    String plain = (not ? members.substring(1) : members).replaceAll("[\\\\\\[\\]&^]", "\\\\$0");
    regex.append("(?!/)").append(not ? "[^" : "[").append(plain).append(']');
    at = end + 1;
  }

  private void escaped() {
    if (at == text.length()) {
      throw new IllegalArgumentException("nothing follows the last backslash of '" + text + "'");
    }
    literal(text.charAt(at++));
  }

  private void open() {
    if (inBraces) {
      throw new IllegalArgumentException("'{' within '{' in '" + text + "'");
    }
    inBraces = true;
    regex.append("(?:");
  }

  private void close() {
    regex.append(inBraces ? ")" : "\\}");
    inBraces = false;
  }

  private void literal(char c) {
    if ("\\^$.|?*+()[]{}".indexOf(c) >= 0) {
      regex.append('\\');
    }
    regex.append(c);
  }
}
