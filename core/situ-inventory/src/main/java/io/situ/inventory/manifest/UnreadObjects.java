// SPDX-License-Identifier: Apache-2.0
package io.situ.inventory.manifest;

import io.situ.storage.StorePath;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * What a scan found named and could not look at: directories that could not be listed, and objects
 * that could not be described. What a snapshot does not hold at or below such a path is not known
 * to be gone. Immutable.
 *
 * @param paths in the order of their text
 * @param complete whether these are all
 */
public record UnreadObjects(List<StorePath> paths, boolean complete) {

  /** Everything was looked at. */
  public static final UnreadObjects NONE = new UnreadObjects(List.of(), true);

  /** More paths are not kept. */
  static final int MAX_PATHS = 10_000;

  public UnreadObjects {
    paths = List.copyOf(paths);
  }

  public boolean isEmpty() {
    return paths.isEmpty() && complete;
  }

  /** Returns a test for many paths. */
  public Cover cover() {
    return new Cover(new TreeSet<>(paths), complete);
  }

  /** Returns whether a path is one of those that could not be looked at, or lies below one. */
  public record Cover(NavigableSet<StorePath> paths, boolean complete) {

    /** Returns whether what is not found at {@code path} may be there all the same. */
    public boolean mayHold(StorePath path) {
      if (!complete) {
        return true;
      }
      if (paths.isEmpty()) {
        return false;
      }
      for (StorePath at = path; ; at = at.parent().orElseThrow()) {
        if (paths.contains(at)) {
          return true;
        }
        if (at.isRoot()) {
          return false;
        }
      }
    }
  }
}
