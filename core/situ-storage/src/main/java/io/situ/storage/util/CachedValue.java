// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A value that is loaded again when it is older than an interval. It is loaded by the thread that
 * asks for it; other threads that ask meanwhile wait. What the loading throws reaches who asks, and
 * the next to ask loads again. Thread-safe.
 *
 * @param <T> the value's type; immutable
 */
public final class CachedValue<T> {

  private record Loaded<T>(T value, boolean ever, long at) {}

  private final long interval;
  private final UnaryOperator<T> load;
  private final LongSupplier nanos;
  private volatile Loaded<T> latest;

  /**
   * Creates a value that is not loaded yet.
   *
   * @param initial what {@code load} gets when it is called first; may be null
   * @param interval how long a value is used
   * @param load returns the new value, given the one before
   */
  public CachedValue(T initial, Duration interval, UnaryOperator<T> load) {
    this(initial, interval, load, System::nanoTime);
  }

  CachedValue(T initial, Duration interval, UnaryOperator<T> load, LongSupplier nanos) {
    this.interval = interval.toNanos();
    this.load = Objects.requireNonNull(load, "load");
    this.nanos = nanos;
    this.latest = new Loaded<>(initial, false, 0);
  }

  /** Returns the value, loaded again if it is older than the interval. */
  public T get() {
    return get(interval);
  }

  /** Returns the value, loaded again if it is older than {@code maxAge}. */
  public T get(Duration maxAge) {
    return get(maxAge.toNanos());
  }

  private T get(long maxAge) {
    Loaded<T> now = latest;
    return now.ever && nanos.getAsLong() - now.at < maxAge ? now.value : reload(now);
  }

  private synchronized T reload(Loaded<T> old) {
    return latest == old ? refresh() : latest.value;
  }

  /** Loads the value now, however old it is, and returns it. */
  public synchronized T refresh() {
    T value = load.apply(latest.value);
    latest = new Loaded<>(value, true, nanos.getAsLong());
    return value;
  }
}
