// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.datafile;

import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The sort key of a row: its path as text, with a slash at the end of a directory. Ordered by UTF-8
 * bytes this is the order in which a walk meets the objects that visits names in key order and goes
 * into a directory right after naming it.
 */
public final class SortKeys {

  /** Every key starts with a slash. */
  public static final String AFTER_ALL = "0";

  private SortKeys() {}

  public static String of(StoreObject object) {
    return object.isDirectory() ? ofDirectory(object.path()) : object.path().toString();
  }

  public static String ofDirectory(StorePath path) {
    return path.isRoot() ? "/" : path + "/";
  }

  /** The first key behind everything in the directory that has this key. */
  public static String afterSubtree(String directoryKey) {
    return directoryKey.substring(0, directoryKey.length() - 1) + '0';
  }

  public static StorePath path(String key) {
    return StorePath.of(key);
  }

  public static boolean isDirectory(String key) {
    return key.endsWith("/");
  }

  public static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  public static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }

  public static byte[] bytes(StoreObject object) {
    String text = object.path().toString();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!object.isDirectory() || text.length() == 1) {
      return bytes;
    }
    byte[] key = Arrays.copyOf(bytes, bytes.length + 1);
    key[bytes.length] = '/';
    return key;
  }

  public static int compare(String a, String b) {
    return StorePath.compareBytes(a, b);
  }

  /**
   * Orders objects of one directory by their keys without building them.
   *
   * @param from how many characters their paths have in common at least
   */
  public static Comparator<StoreObject> siblings(int from) {
    return (a, b) -> {
      String x = a.path().toString();
      String y = b.path().toString();
      int shorter = Math.min(x.length(), y.length());
      for (int i = from; i < shorter; i++) {
        char p = x.charAt(i);
        char q = y.charAt(i);
        if (p != q) {
          boolean surrogate = Character.isSurrogate(p);
          return surrogate == Character.isSurrogate(q) ? p - q : surrogate ? 1 : -1;
        }
      }
      return next(a, x, shorter) - next(b, y, shorter);
    };
  }

  /** The character of the key at {@code index}, -1 where the key ends. */
  private static int next(StoreObject object, String text, int index) {
    if (index < text.length()) {
      return text.charAt(index);
    }
    return object.isDirectory() ? '/' : -1;
  }
}
