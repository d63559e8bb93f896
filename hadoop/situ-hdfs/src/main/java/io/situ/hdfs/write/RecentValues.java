// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import java.util.LinkedHashMap;
import java.util.Map;

/** Values of the keys that were asked for last, up to a number of them. Not thread-safe. */
public final class RecentValues<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;
  private static final float LOAD = 0.75f;

  private final int most;

  public RecentValues(int most) {
    super(16, LOAD, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
