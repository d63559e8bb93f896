// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.ArrayDeque;
import java.util.Deque;

/** Makes directories. */
public final class MkdirsOperation {

  private final StoreContext at;

  MkdirsOperation(StoreContext at) {
    this.at = at;
  }

  /**
   * Makes a directory and those above it that are missing. One that is there already is left as it
   * is.
   *
   * @param mode of the directory
   * @param parentMode of those above it
   */
  public void makeAll(StorePath path, int mode, int parentMode) throws StoreException {
    if (!make(path, mode)) {
      makeAbove(path, parentMode);
      if (!make(path, mode)) {
        throw deletedMeanwhile(path);
      }
    }
  }

  /** Makes the directories above {@code path} that are missing. */
  public void makeAbove(StorePath path, int mode) throws StoreException {
    Deque<StorePath> missing = new ArrayDeque<>();
    StorePath next = path.parent().orElse(StorePath.ROOT);
    while (!makeOnTheWay(next, mode)) {
      missing.push(next);
      next = next.parent().orElseThrow();
    }
    while (!missing.isEmpty()) {
      StorePath above = missing.pop();
      if (!make(above, mode)) {
        throw deletedMeanwhile(above);
      }
    }
  }

  private static StoreException deletedMeanwhile(StorePath path) {
    return new StoreException(Kind.NOT_FOUND, path, "its parent was deleted meanwhile");
  }

  private boolean makeOnTheWay(StorePath path, int mode) throws StoreException {
    try {
      return make(path, mode);
    } catch (StoreException e) {
      if (e.kind() == Kind.ALREADY_EXISTS && at.find(path).isEmpty()) {
        throw new StoreException(Kind.NOT_FOUND, path, "is a link that leads nowhere", e);
      }
      throw e;
    }
  }

  /** Makes one directory, unless it is there; false if its parent is missing. */
  private boolean make(StorePath path, int mode) throws StoreException {
    if (path.isRoot()) {
      return true;
    }
    try {
      at.store().mkdir(path, mode);
      return true;
    } catch (StoreException e) {
      return switch (e.kind()) {
        case NOT_FOUND -> false;
        case ALREADY_EXISTS, PERMISSION_DENIED -> checkDirectory(path, e);
        default -> throw e;
      };
    }
  }

  private boolean checkDirectory(StorePath path, StoreException refusal) throws StoreException {
    if (at.find(path).filter(StoreObject::isDirectory).isPresent()) {
      return true;
    }
    throw refusal;
  }

  /** Makes one directory in a parent that is there; one that is there already is a failure. */
  public void makeOne(StorePath path, int mode) throws StoreException {
    at.store().mkdir(path, mode);
  }
}
