// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

/** Text from elsewhere, which may hold what a terminal acts on, or shows in another order. */
public final class PlainText {

  private PlainText() {}

  /**
   * Returns whether a code point is one that a terminal only shows: none that controls it or the
   * direction of text, none without a meaning of its own, and no half of a surrogate pair.
   */
  public static boolean isPlain(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }

  /** Returns the text with {@code other} for each code point that is not plain. */
  public static String of(String text, char other) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(point -> plain.appendCodePoint(isPlain(point) ? point : other));
    return plain.toString();
  }
}
