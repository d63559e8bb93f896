// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Extent;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.List;
import java.util.Optional;

/** Returns which hosts hold which bytes of a mounted store's files. Thread-safe. */
public interface Placement extends AutoCloseable {

  /** Knows nothing. */
  Placement NONE = (object, offset, length) -> List.of();

  /**
   * As {@link io.situ.storage.Store#placement}, for a file and a range that is not empty and lies
   * within it.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code UNAVAILABLE}
   */
  List<Extent> extents(StoreObject file, long offset, long length) throws StoreException;

  /**
   * As {@link #extents} of a whole file that is not empty and was just found in its directory.
   *
   * @param cookie what the kernel gave with the name, {@code d_off} of {@code man 2 getdents}: some
   *     file systems know by it where they found the name
   * @param directory descriptor of the open directory, through which others are asked about the
   *     files in it; good for system calls during this call only
   * @throws StoreException as {@link #extents}
   */
  default List<Extent> listed(StoreObject file, long cookie, int directory) throws StoreException {
    return extents(file, 0, file.size());
  }

  /**
   * Why a file's bytes are not here but in an archive, with the way out, as a clause; empty if they
   * are here, as far as is known. Does not fetch them.
   *
   * @throws StoreException {@code NOT_FOUND}; {@code PERMISSION_DENIED}; {@code UNAVAILABLE}
   */
  default Optional<String> away(StorePath file) throws StoreException {
    return Optional.empty();
  }

  /** Releases what this holds; called when the store is closed. */
  @Override
  default void close() throws StoreException {}
}
