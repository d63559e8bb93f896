// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.scan.footer;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Keeps what was used last, up to a weight and for some time. Thread-safe. */
final class BoundedCache<K, V> {

  private record Entry<V>(V value, long weight, long since) {}

  private final Map<K, Entry<V>> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final ToLongFunction<V> weigher;
  private final long maxWeight;
  private final long maxAgeNanos;
  private long weight;

  /**
   * Creates an empty cache.
   *
   * @param maxAge after which a value is no longer given
   */
  BoundedCache(ToLongFunction<V> weigher, long maxWeight, Duration maxAge) {
    this.weigher = weigher;
    this.maxWeight = maxWeight;
    this.maxAgeNanos = maxAge.toNanos();
  }

  /** Returns what is kept for a key, empty if nothing is. */
  synchronized Optional<V> find(K key) {
    Entry<V> entry = entries.get(key);
    return entry == null || System.nanoTime() - entry.since > maxAgeNanos
        ? Optional.empty()
        : Optional.of(entry.value);
  }

  /**
   * Keeps a value, in the place of what was there; not one that is heavier than the whole cache.
   */
  synchronized void put(K key, V value) {
    Entry<V> entry = new Entry<>(value, weigher.applyAsLong(value), System.nanoTime());
    if (entry.weight > maxWeight) {
      return;
    }
    Entry<V> old = entries.put(key, entry);
    weight += entry.weight - (old == null ? 0 : old.weight);
    Iterator<Entry<V>> oldest = entries.values().iterator();
    while (weight > maxWeight) {
      weight -= oldest.next().weight;
      oldest.remove();
    }
  }
}
