// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.layout;

import io.situ.storage.Extent;
import java.util.HashMap;
import java.util.Map;

/**
 * How a file is cut into objects, as the attribute {@code ceph.file.layout} reports it.
 *
 * @param stripeUnit bytes that are written to one object before the next is taken
 * @param stripeCount objects that are written in turns
 * @param objectSize bytes of an object, a multiple of {@code stripeUnit}
 * @param pool name or number of the pool
 * @param namespace within the pool; empty for none
 */
public record FileLayout(
    long stripeUnit, int stripeCount, long objectSize, String pool, String namespace) {

  /** The attribute in which CephFS reports the layout of a file as text. */
  public static final String ATTRIBUTE = "ceph.file.layout";

  public FileLayout {
    boolean sane =
        stripeUnit > 0 && stripeCount > 0 && objectSize > 0 && objectSize % stripeUnit == 0;
    if (!sane) {
      throw new IllegalArgumentException(
          "no such layout: " + stripeUnit + ", " + stripeCount + ", " + objectSize);
    }
  }

  /**
   * Reads {@code stripe_unit=4194304 stripe_count=1 object_size=4194304 pool=data
   * pool_namespace=n}. The pool's name may have spaces and comes last but for the namespace.
   *
   * @throws IllegalArgumentException if it is not such a text
   */
  static FileLayout parse(String text) {
    Map<String, String> fields = new HashMap<>();
    String rest = text.strip();
    for (String name : new String[] {"pool_namespace", "pool"}) {
      int at = rest.indexOf(" " + name + "=");
      if (at >= 0) {
        fields.put(name, rest.substring(at + name.length() + 2));
        rest = rest.substring(0, at);
      }
    }
    for (String field : rest.split(" ")) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
    try {
      return new FileLayout(
          Long.parseLong(fields.getOrDefault("stripe_unit", "")),
          Integer.parseInt(fields.getOrDefault("stripe_count", "")),
          Long.parseLong(fields.getOrDefault("object_size", "")),
          fields.getOrDefault("pool", ""),
          fields.getOrDefault("pool_namespace", ""));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no such layout: " + text, e);
    }
  }

  /** Bytes from a multiple of this on that lie in one object, one behind the other. */
  long piece() {
    return stripeCount == 1 ? objectSize : stripeUnit;
  }

  /** Returns the length of as much of a range as has no more pieces than are reported of a file. */
  long bounded(long offset, long length) {
    long pieces = (offset % piece() + length - 1) / piece() + 1;
    return pieces <= Extent.MAX_COUNT && offset % piece() + length > 0
        ? length
        : Math.min(length, Extent.MAX_COUNT * piece() - offset % piece());
  }

  /**
   * The number of the object that holds the byte at {@code offset}: {@code Striper} of Ceph's
   * {@code src/osdc}.
   */
  long objectNumber(long offset) {
    long block = offset / stripeUnit;
    long stripe = block / stripeCount;
    long set = stripe / (objectSize / stripeUnit);
    return set * stripeCount + block % stripeCount;
  }
}
