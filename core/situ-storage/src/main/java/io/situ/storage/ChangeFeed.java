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

  /**
   * A place that changed.
   *
   * @param deep whether everything below it must be taken as changed too, as when a directory was
   *     renamed
   */
  record Change(StorePath path, boolean deep) {}
}
