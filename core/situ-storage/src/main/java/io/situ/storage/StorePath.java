// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A place below a store's root, such as {@code /data/part-0}. It is absolute and normal: it starts
 * with a slash and has no empty, {@code .} or {@code ..} component, so joining paths can never
 * climb.
 *
 * <p><b>Names that are not UTF-8.</b> Stores name objects with bytes. Bytes that are not valid
 * UTF-8 are carried losslessly as one private-use character each, {@code U+10FE00} plus the byte; a
 * name that really holds one of the characters {@code U+10FE80} to {@code U+10FEFF} has its bytes
 * carried in the same way. Thus text and bytes map one to one, and the text passes unharmed through
 * JSON, Parquet and Hadoop's {@code Text}.
 *
 * <p>Paths are ordered by the UTF-8 bytes of their text, unsigned. Immutable and thread-safe.
 */
public final class StorePath implements Comparable<StorePath> {

  /** The store's root, {@code /}. */
  public static final StorePath ROOT = new StorePath("/");

  private static final int ESCAPE = 0x10FE00;

  private final String text;

  private StorePath(String text) {
    this.text = text;
  }

  /**
   * Parses a path. Repeated and trailing slashes are dropped; private-use characters that together
   * carry valid UTF-8 become the characters it stands for, so that one object has one path.
   *
   * @throws IllegalArgumentException if it does not start with a slash, has a {@code .} or {@code
   *     ..} component, a NUL, or a lone surrogate
   */
  public static StorePath of(String text) {
    if (!text.startsWith("/")) {
      throw new IllegalArgumentException("not an absolute path: '" + text + "'");
    }
    return ofCanonical(canonical(text));
  }

  private static StorePath ofCanonical(String text) {
    StringBuilder normal = new StringBuilder(text.length());
    int start = 1;
    while (start <= text.length()) {
      int slash = text.indexOf('/', start);
      int end = slash < 0 ? text.length() : slash;
      if (end > start) {
        normal.append('/').append(checkName(text.substring(start, end)));
      }
      start = end + 1;
    }
    return normal.isEmpty() ? ROOT : new StorePath(normal.toString());
  }

  /**
   * Returns the path that has these bytes, slashes between names.
   *
   * @throws IllegalArgumentException as {@link #of}
   */
  public static StorePath ofBytes(byte[] bytes) {
    return of(decode(bytes));
  }

  /**
   * Returns the text that carries a name's bytes.
   *
   * @see #encode
   */
  public static String decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  /** As {@link #decode(byte[])}, of a part of an array. */
  public static String decode(byte[] bytes, int offset, int length) {
    int ascii = 0;
    while (ascii < length && bytes[offset + ascii] >= 0) {
      ascii++;
    }
    if (ascii == length) {
      return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
    return decodeSlowly(ByteBuffer.wrap(bytes, offset, length));
  }

  /**
   * Returns the bytes that a text carries.
   *
   * @throws IllegalArgumentException for a lone surrogate
   */
  public static byte[] encode(String text) {
    checkSurrogates(text);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (text.indexOf('\uDBFF') < 0) {
      return bytes;
    }
    byte[] raw = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (isEscape(point)) {
        raw[length++] = (byte) (point - ESCAPE);
      } else {
        byte[] one = new String(Character.toChars(point)).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(one, 0, raw, length, one.length);
        length += one.length;
      }
    }
    return Arrays.copyOf(raw, length);
  }

  /** The one text that carries the bytes that {@code text} carries. */
  private static String canonical(String text) {
    if (text.indexOf('\uDBFF') < 0) {
      return text;
    }
    return decode(encode(text));
  }

  private static String decodeSlowly(ByteBuffer in) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    StringBuilder text = new StringBuilder(in.remaining());
    CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
    while (true) {
      decoder.reset();
      CoderResult result = decoder.decode(in, out, true);
      out.flip();
      out.codePoints().forEach(point -> append(text, point));
      out.clear();
      if (!result.isMalformed()) {
        return text.toString();
      }
      for (int i = 0; i < result.length(); i++) {
        text.appendCodePoint(ESCAPE + (in.get() & 0xFF));
      }
    }
  }

  private static void append(StringBuilder text, int point) {
    if (!isEscape(point)) {
      text.appendCodePoint(point);
      return;
    }
    for (byte b : new String(Character.toChars(point)).getBytes(StandardCharsets.UTF_8)) {
      text.appendCodePoint(ESCAPE + (b & 0xFF));
    }
  }

  private static boolean isEscape(int point) {
    return point >= ESCAPE + 0x80 && point <= ESCAPE + 0xFF;
  }

  private static String checkName(String name) {
    if (name.isEmpty() || name.equals(".") || name.equals("..")) {
      throw new IllegalArgumentException("'" + name + "' is not a name");
    }
    if (name.indexOf('/') >= 0 || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("a name cannot hold a slash or a NUL: '" + name + "'");
    }
    checkSurrogates(name);
    return name;
  }

  private static void checkSurrogates(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      boolean pair =
          Character.isHighSurrogate(c)
              && i + 1 < text.length()
              && Character.isLowSurrogate(text.charAt(i + 1));
      if (!pair) {
        throw new IllegalArgumentException("a text cannot hold half a character: '" + text + "'");
      }
      i++;
    }
  }

  /** Returns the bytes the store knows this path by. */
  public byte[] toBytes() {
    return encode(text);
  }

  /** Returns whether this is {@link #ROOT}. */
  public boolean isRoot() {
    return text.length() == 1;
  }

  /** Returns the last name, or the empty text for the root. */
  public String name() {
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /** Returns the directory this is in; empty for the root. */
  public Optional<StorePath> parent() {
    if (isRoot()) {
      return Optional.empty();
    }
    int slash = text.lastIndexOf('/');
    return Optional.of(slash == 0 ? ROOT : new StorePath(text.substring(0, slash)));
  }

  /**
   * Returns the entry {@code name} of this directory.
   *
   * @throws IllegalArgumentException if {@code name} is not one plain name
   */
  public StorePath child(String name) {
    String checked = checkName(canonical(name));
    return new StorePath(isRoot() ? "/" + checked : text + "/" + checked);
  }

  /**
   * Returns this path as seen from {@code base} taken as root: {@code /a/b} in {@code /a} is {@code
   * /b}.
   *
   * @throws IllegalArgumentException if it does not lie there
   */
  public StorePath relativeTo(StorePath base) {
    if (!startsWith(base)) {
      throw new IllegalArgumentException("'" + this + "' is not below '" + base + "'");
    }
    if (base.isRoot()) {
      return this;
    }
    return text.length() == base.text.length()
        ? ROOT
        : new StorePath(text.substring(base.text.length()));
  }

  /**
   * Returns the reverse of {@link #relativeTo}: this path, taken from {@code base} instead of the
   * root.
   */
  public StorePath prefixedBy(StorePath base) {
    if (base.isRoot()) {
      return this;
    }
    return isRoot() ? base : new StorePath(base.text + text);
  }

  /** Returns whether this is {@code base} or lies below it. */
  public boolean startsWith(StorePath base) {
    return base.isRoot()
        || (text.startsWith(base.text)
            && (text.length() == base.text.length() || text.charAt(base.text.length()) == '/'));
  }

  @Override
  public int compareTo(StorePath other) {
    return compareBytes(text, other.text);
  }

  /** Compares two texts by the UTF-8 bytes of their characters, unsigned. */
  public static int compareBytes(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    for (int i = 0; i < shorter; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean xSurrogate = Character.isSurrogate(x);
        return xSurrogate == Character.isSurrogate(y) ? x - y : xSurrogate ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StorePath path && path.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** The path as text, for {@link #of}. */
  @Override
  public String toString() {
    return text;
  }
}
