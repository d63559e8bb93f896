// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * A value that is loaded again when it is older than an interval. It is loaded by the thread that
 * asks for it; other threads that ask meanwhile wait, or get the value before. What the loading
 * throws reaches who asks, and the next to ask loads again. Thread-safe.
 *
 * @param <T> the value's type; immutable
 */
public final class CachedValue<T> {

  private record Loaded<T>(T value, boolean ever, long at) {}

  private final long interval;
  private final boolean servesOld;
  private final UnaryOperator<T> load;
  private final LongSupplier nanos;
  private final ReentrantLock loading = new ReentrantLock();
  private volatile Loaded<T> latest;

  /**
   * Creates a value that is not loaded yet.
   *
   * @param initial what {@code load} gets when it is called first; may be null
   * @param interval how long a value is used
   * @param load returns the new value, given the one before
   */
  public CachedValue(T initial, Duration interval, UnaryOperator<T> load) {
    this(initial, interval, load, false, System::nanoTime);
  }

  /**
   * @param servesOld whether threads that ask while another one loads get the value before
   * @param nanos a clock, in nanoseconds
   */
  CachedValue(
      T initial, Duration interval, UnaryOperator<T> load, boolean servesOld, LongSupplier nanos) {
    this.interval = interval.toNanos();
    this.servesOld = servesOld;
    this.load = Objects.requireNonNull(load, "load");
    this.nanos = nanos;
    this.latest = new Loaded<>(initial, false, 0);
  }

  /**
   * Creates a value that is not loaded yet. Threads that ask while another one loads it again get
   * the value before, however old it is; all wait for the first one.
   */
  public static <T> CachedValue<T> servingOld(T initial, Duration interval, UnaryOperator<T> load) {
    return new CachedValue<>(initial, interval, load, true, System::nanoTime);
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
    if (now.ever && nanos.getAsLong() - now.at < maxAge) {
      return now.value;
    }
    if (!now.ever || !servesOld) {
      loading.lock();
    } else if (!loading.tryLock()) {
      return now.value;
    }
    try {
      return latest == now ? refresh() : latest.value;
    } finally {
      loading.unlock();
    }
  }

  /** Loads the value now, however old it is, and returns it. */
  public T refresh() {
    loading.lock();
    try {
      T value = load.apply(latest.value);
      latest = new Loaded<>(value, true, nanos.getAsLong());
      return value;
    } finally {
      loading.unlock();
    }
  }
}
