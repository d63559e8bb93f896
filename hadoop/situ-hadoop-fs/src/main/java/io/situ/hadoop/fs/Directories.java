package io.situ.hadoop.fs;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Makes directories. */
final class Directories {

  private final OpenStore at;

  Directories(OpenStore at) {
    this.at = at;
  }

  /**
   * Makes a directory and those above it that are missing. One that is there already is left as it
   * is.
   *
   * @param mode of the directory
   * @param parentMode of those above it
   */
  void makeAll(StorePath path, int mode, int parentMode) throws StoreException {
    Deque<StorePath> missing = new ArrayDeque<>();
    StorePath next = path;
    while (!make(next, missing.isEmpty() ? mode : parentMode)) {
      missing.push(next);
      next = next.parent().orElseThrow();
    }
    while (!missing.isEmpty()) {
      StorePath above = missing.pop();
      if (!make(above, missing.isEmpty() ? mode : parentMode)) {
        throw new StoreException(Kind.NOT_FOUND, above, "its parent was deleted meanwhile");
      }
    }
  }

  /** Makes one directory; false if its parent is missing. */
  private boolean make(StorePath path, int mode) throws StoreException {
    if (path.isRoot()) {
      return true;
    }
    try {
      at.store().mkdir(path, mode);
      return true;
    } catch (StoreException e) {
      switch (e.kind()) {
        case NOT_FOUND:
          return false;
        case ALREADY_EXISTS, PERMISSION_DENIED:
          return checkDirectory(path, e);
        default:
          throw e;
      }
    }
  }

  private boolean checkDirectory(StorePath path, StoreException refusal) throws StoreException {
    Optional<StoreObject> there = at.find(path);
    if (there.isPresent() && there.get().isDirectory()) {
      return true;
    }
    throw refusal;
  }

  /** Makes one directory in a parent that is there; one that is there already is a failure. */
  void makeOne(StorePath path, int mode) throws StoreException {
    at.store().mkdir(path, mode);
  }
}
