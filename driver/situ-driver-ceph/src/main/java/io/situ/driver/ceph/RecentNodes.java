// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph;

import io.situ.storage.HeldDirectories;
import io.situ.storage.StorePath;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The directories that a walk listed last and that have others in them, held by their inodes, so
 * that a directory in one of them is found by its name alone, however deep it lies. Thread-safe.
 *
 * @param <N> a directory that is held
 */
class RecentNodes<N> implements HeldDirectories.Holder {

  private static final int MAX_HELD = 1024;

  private final Consumer<N> closer;

  /** In the order of use, the one that was used longest ago first. */
  private final Map<StorePath, Held<N>> held = new LinkedHashMap<>(16, 0.75f, true);

  private boolean released;

  private static final class Held<N> {
    private final N node;
    private int users = 1;

    Held(N node) {
      this.node = node;
    }
  }

  /** Finds what has a name in a directory that is held. */
  interface Finder<N> {
    N child(N above, byte[] name) throws CephError;
  }

  /**
   * @param closer lets a directory go
   */
  RecentNodes(Consumer<N> closer) {
    this.closer = closer;
  }

  /**
   * Finds what is at a path by its name, if the directory above it is held.
   *
   * @return empty if that is not held, or its session has ended; the caller closes what was found
   * @throws CephError as the finder
   */
  Optional<N> find(StorePath path, Finder<N> finder) throws CephError {
    Optional<Held<N>> above = path.parent().flatMap(this::acquire);
    if (above.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(finder.child(above.get().node, StorePath.encode(path.name())));
    } catch (CephError e) {
      if (CephError.endsSession(e.number())) {
        return Optional.empty();
      }
      throw e;
    } finally {
      release(above.get());
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
      closer.accept(one.node);
    }
  }

  /** Holds a directory, which is closed with this, or sooner. */
  synchronized void add(StorePath path, N node) {
    Held<N> before = held.put(path, new Held<>(node));
    if (before != null) {
      release(before);
    }
    if (released) {
      release();
    } else if (held.size() > MAX_HELD) {
      StorePath eldest = held.keySet().iterator().next();
      release(held.remove(eldest));
    }
  }

  @Override
  public synchronized void release() {
    released = true;
    held.values().forEach(this::release);
    held.clear();
  }
}
