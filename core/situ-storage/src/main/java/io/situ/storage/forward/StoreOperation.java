// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.forward;

import io.situ.storage.StorePath;
import java.util.Objects;

/**
 * One call to a store or to a handle of it.
 *
 * @param path the object the call is about, the first one where it names two
 * @param position the first byte a read, write, truncate or placement is about, else 0
 * @param length the bytes it asks for or brings, else 0
 */
public record StoreOperation(Kind kind, StorePath path, long position, long length) {

  public StoreOperation {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(path, "path");
  }

  /** Returns an operation on {@code path} as a whole. */
  public static StoreOperation of(Kind kind, StorePath path) {
    return new StoreOperation(kind, path, 0, 0);
  }

  /** The members that can fail. */
  public enum Kind {
    STAT,
    LIST,
    LIST_NEXT,
    OPEN,
    READ,
    READ_RANGES,
    READ_CLOSE,
    CREATE,
    APPEND,
    WRITE,
    FLUSH,
    SYNC,
    ABORT,
    WRITE_CLOSE,
    TRUNCATE,
    RENAME,
    MKDIR,
    DELETE,
    DELETE_TREE,
    SET_ATTRIBUTES,
    XATTRS,
    SET_XATTR,
    REMOVE_XATTR,
    CREATE_SYMLINK,
    CREATE_HARD_LINK,
    PLACEMENT,
    SPACE,
    CHANGES,
    CHANGES_NEXT,
    SNAPSHOT,
    SNAPSHOT_CLOSE,
    CLOSE
  }
}
