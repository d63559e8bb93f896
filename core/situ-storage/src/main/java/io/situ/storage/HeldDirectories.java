// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What stores hold for one walk over a tree: directories that it has listed, so that those in them
 * are opened by one name each, however deep they lie. A walk makes one, gives it with each of its
 * listings, and closes it at its end. Thread-safe.
 */
public final class HeldDirectories implements AutoCloseable {

  private final Map<Store, Holder> holders = new IdentityHashMap<>();
  private boolean closed;

  /** What one store holds. */
  public interface Holder {
    /** Lets everything go that is not in use; what is in use goes when it is so no more. */
    void release();
  }

  /**
   * Returns what a store holds for this walk.
   *
   * @param make makes it when the store asks for the first time
   * @throws IllegalStateException after {@link #close}
   */
  public synchronized <T extends Holder> T of(Store store, Class<T> type, Supplier<T> make) {
    if (closed) {
      throw new IllegalStateException("the walk is over");
    }
    return type.cast(holders.computeIfAbsent(store, any -> make.get()));
  }

  /** Lets everything go. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    holders.values().forEach(Holder::release);
    holders.clear();
  }
}
