// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.HeldDirectories;
import io.situ.storage.StorePath;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The directories that a walk listed last and that have others in them, held open, so that a
 * directory in one of them is found by its name alone, however deep it lies. Thread-safe.
 *
 * @param <N> a directory that is held open
 */
public class RecentDirectories<N> implements HeldDirectories.Holder {

  private final int maxHeld;
  private final Consumer<N> closer;

  /** In the order of use, the one that was used longest ago first. */
  private final Map<StorePath, Held<N>> held = new LinkedHashMap<>(16, 0.75f, true);

  private boolean released;

  private static final class Held<N> {
    private final N directory;
    private int users = 1;

    Held(N directory) {
      this.directory = directory;
    }
  }

  /**
   * Finds what has a name in a directory that is held.
   *
   * @param <E> how that fails
   */
  @FunctionalInterface
  public interface Lookup<N, T, E extends Exception> {
    /** Returns what has the name. */
    T find(N parent, byte[] name) throws E;
  }

  /**
   * Creates one that holds nothing.
   *
   * @param maxHeld how many directories are held at most
   * @param closer closes a directory, once it is neither held nor in use
   */
  protected RecentDirectories(int maxHeld, Consumer<N> closer) {
    this.maxHeld = maxHeld;
    this.closer = closer;
  }

  /**
   * Finds what is at a path by its name, if the directory above it is held.
   *
   * @return empty if that is not held
   * @throws E as the look-up
   */
  protected final <T, E extends Exception> Optional<T> inParent(
      StorePath path, Lookup<N, T, E> lookup) throws E {
    Optional<Held<N>> parent = path.parent().flatMap(this::acquire);
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(lookup.find(parent.get().directory, StorePath.encode(path.name())));
    } finally {
      release(parent.get());
    }
  }

  private synchronized Optional<Held<N>> acquire(StorePath path) {
    Held<N> found = held.get(path);
    if (found != null) {
      found.users++;
    }
    return Optional.ofNullable(found);
  }

  private synchronized void release(Held<N> one) {
    one.users--;
    if (one.users == 0) {
      closer.accept(one.directory);
    }
  }

  /** Holds a directory, which is closed with this, or sooner. */
  public final synchronized void add(StorePath path, N directory) {
    Held<N> before = held.put(path, new Held<>(directory));
    if (before != null) {
      release(before);
    }
    if (released) {
      release();
    } else if (held.size() > maxHeld) {
      StorePath eldest = held.keySet().iterator().next();
      release(held.remove(eldest));
    }
  }

  @Override
  public final synchronized void release() {
    released = true;
    held.values().forEach(this::release);
    held.clear();
  }
}
