// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads what Ceph's programs write as JSON (RFC 8259): maps, lists, strings, numbers as {@link
 * Double}, {@link Boolean} and null. A driver brings no library of its own.
 */
public final class CephJson {

  private static final int DEEPEST = 200;

  private final String text;
  private int at;

  private CephJson(String text) {
    this.text = text;
  }

  /**
   * Reads one value, and nothing but white space behind it.
   *
   * @throws IllegalArgumentException if it is not JSON
   */
  public static Object parse(String text) {
    CephJson json = new CephJson(text);
    Object value = json.value(0);
    json.space();
    if (json.at != text.length()) {
      throw json.wrong("the end");
    }
    return value;
  }

  /** The member of an object. */
  static Object get(Object object, String name) {
    if (object instanceof Map<?, ?> map && map.containsKey(name)) {
      return map.get(name);
    }
    throw new IllegalArgumentException("there is no \"" + name + "\"");
  }

  /** The member of an object, which is a list. */
  static List<?> list(Object object, String name) {
    if (get(object, name) instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("\"" + name + "\" is no list");
  }

  /** The member of an object, which is a whole number. */
  public static int number(Object object, String name) {
    return number(get(object, name));
  }

  public static int number(Object value) {
    if (value instanceof Double number) {
      return number.intValue();
    }
    throw new IllegalArgumentException(value + " is no number");
  }

  /** The member of an object, which is a text. */
  public static String text(Object object, String name) {
    if (get(object, name) instanceof String value) {
      return value;
    }
    throw new IllegalArgumentException("\"" + name + "\" is no text");
  }

  /** The member of an object, which is a text; empty if there is no such member. */
  static Optional<String> findText(Object object, String name) {
    return object instanceof Map<?, ?> map && map.containsKey(name)
        ? Optional.of(text(object, name))
        : Optional.empty();
  }

  private Object value(int depth) {
    if (depth > DEEPEST) {
      throw wrong("less depth");
    }
    space();
    return switch (peek()) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> members = new LinkedHashMap<>();
    at++;
    space();
    while (peek() != '}') {
      if (!members.isEmpty()) {
        expect(',');
        space();
      }
      String name = string();
      space();
      expect(':');
      members.put(name, value(depth + 1));
      space();
    }
    at++;
    return members;
  }

  private List<Object> array(int depth) {
    List<Object> values = new ArrayList<>();
    at++;
    space();
    while (peek() != ']') {
      if (!values.isEmpty()) {
        expect(',');
      }
      values.add(value(depth + 1));
      space();
    }
    at++;
    return values;
  }

  private String string() {
    expect('"');
    int end = at;
    while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
      end++;
    }
    StringBuilder value = new StringBuilder(text.substring(at, end));
    at = end;
    while (peek() != '"') {
      char next = text.charAt(at++);
      value.append(next == '\\' ? escaped() : next);
    }
    at++;
    return value.toString();
  }

  private char escaped() {
    char kind = peek();
    at++;
    return switch (kind) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      case '"', '\\', '/' -> kind;
      default -> throw wrong("an escape");
    };
  }

  private char unicode() {
    if (at + 4 > text.length()) {
      throw wrong("four digits");
    }
    at += 4;
    return (char) Integer.parseInt(text.substring(at - 4, at), 16);
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw wrong(word);
    }
    at += word.length();
    return value;
  }

  private Double number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (start == at) {
      throw wrong("a value");
    }
    return Double.valueOf(text.substring(start, at));
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw wrong("more");
    }
    return text.charAt(at);
  }

  private void expect(char wanted) {
    if (peek() != wanted) {
      throw wrong("'" + wanted + "'");
    }
    at++;
  }

  private IllegalArgumentException wrong(String wanted) {
    return new IllegalArgumentException(
        "expected " + wanted + " at character " + at + " of " + text.length());
  }
}
