// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.ui;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the entries that were added last. Not thread-safe. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1;

  private final int maxSize;

  BoundedMap(int maxSize) {
    this.maxSize = maxSize;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxSize;
  }
}
