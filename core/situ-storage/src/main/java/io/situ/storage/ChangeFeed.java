package io.situ.storage;

/**
 * What changed between two moments. Not safe for use by several threads.
 *
 * <p>A change names a path to look at again, not what happened there: the reader asks the store for
 * the present state, so a feed may repeat itself and may name paths that are back to what they
 * were.
 */
public interface ChangeFeed extends AutoCloseable {

  /**
   * The next change, or null at the end.
   *
   * @throws StoreException as {@link Store#changes} says, found late
   */
  Change next() throws StoreException;

  /**
   * What to pass to {@link Store#changes} next time. May be asked only after {@link #next} said
   * null.
   *
   * @throws IllegalStateException before the end
   */
  String cursor();

  /** Ends the feed early. Never fails; closing twice does nothing. */
  @Override
  void close();

  /** A place that changed. */
  record Change(StorePath path, Scope scope) {}

  /** What must be taken as changed at a place, each with what those before it say. */
  enum Scope {
    /** The object itself. */
    OBJECT,
    /** Which entries a directory has, and the entries themselves, not what is below them. */
    ENTRIES,
    /** Everything below it, as when a directory was renamed. */
    TREE
  }
}
