// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.util;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.Optional;

/**
 * Finds links in a circle: who follows links from directory to directory comes to the same one
 * again and again, by paths that grow, and with several such links by more paths than can be
 * counted. A directory may lie twice on its own path, as where a link to {@code .} is named; where
 * it lies there a third time, links are followed in a circle.
 */
public final class SymlinkLoops {

  private static final int MAX_VISITS = 2;

  private SymlinkLoops() {}

  /** Returns which directory a path leads to. */
  public interface Directories {
    /** Returns an object that equals another if both stand for the same directory. */
    Object identity(StorePath path) throws StoreException;
  }

  /**
   * Refuses a directory that was gone through twice before. To be asked of paths with links only.
   *
   * @throws StoreException {@code LINK_LOOP}, naming {@code path}, whose last link leads back
   */
  public static void check(StorePath path, Directories directories) throws StoreException {
    Object here = directories.identity(path);
    StorePath first = path;
    int visits = 1;
    for (Optional<StorePath> above = path.parent(); above.isPresent(); ) {
      if (directories.identity(above.get()).equals(here)) {
        first = above.get();
        visits++;
      }
      above = above.get().parent();
    }
    if (visits > MAX_VISITS) {
      throw new StoreException(
          Kind.LINK_LOOP,
          path,
          "symbolic links lead round in a circle, here back to '"
              + first
              + "', so that following them never ends: remove the link");
    }
  }
}
