// SPDX-License-Identifier: Apache-2.0
package io.situ.storage;

import java.util.OptionalLong;

/**
 * What changed between two moments. Not thread-safe.
 *
 * <p>A change names a path to look at again, not what happened there: the reader asks the store for
 * the present state, so a feed may repeat itself and may name paths that are back to what they
 * were.
 */
public interface ChangeFeed extends AutoCloseable {

  /**
   * Returns the next change, or null at the end.
   *
   * @throws StoreException as {@link Store#changes} says, found late
   */
  Change next() throws StoreException;

  /**
   * Returns what to pass to {@link Store#changes} next time, once what this feed reported is kept
   * safely: the store may forget it then. May be asked only after {@link #next} said null.
   *
   * @throws IllegalStateException before the end
   */
  String cursor();

  /** Ends the feed early. Never fails; closing twice does nothing. */
  @Override
  void close();

  /**
   * A place that changed.
   *
   * @param path from the store's root, or from the object with {@code identity}
   * @param identity where a store knows places only by {@link StoreObject.Version#identity}: that
   *     of an object at or below the directory that was asked about, which is wherever it was seen
   *     since the cursor's moment. If it was not seen there the change is of no concern: it is
   *     outside, or came in later, and then the place that it came to is named too
   */
  record Change(StorePath path, Scope scope, OptionalLong identity) {

    /** Creates a change of a place known by its path. */
    public Change(StorePath path, Scope scope) {
      this(path, scope, OptionalLong.empty());
    }

    /** Returns a change of a place known by the identity of an object that it is, or is below. */
    public static Change within(long identity, StorePath path, Scope scope) {
      return new Change(path, scope, OptionalLong.of(identity));
    }
  }

  /** The scope of a change; each scope includes the ones before it. */
  enum Scope {
    /** The object itself. */
    OBJECT,
    /** Which entries a directory has, and the entries themselves, not what is below them. */
    ENTRIES,
    /** Everything below it, as when a directory was renamed. */
    TREE
  }
}
