// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.path.HadoopErrors;
import io.situ.hadoop.fs.path.HadoopPaths;
import io.situ.hadoop.fs.placement.BlockLocations;
import io.situ.hadoop.fs.status.SituFileStatus;
import io.situ.storage.Capability;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * The store behind one file system, with what every operation on it needs.
 *
 * @param blockSize the block size that files are said to have where no path is asked about
 */
public record StoreContext(
    Store store, HadoopPaths paths, HadoopErrors errors, BlockLocations locations, long blockSize) {

  /** Refuses what cannot be done at {@code path}, as Hadoop's callers expect it to be refused. */
  public void require(Capability capability, String call, StorePath path) {
    if (!store.can(capability, path)) {
      throw new UnsupportedOperationException(
          call
              + " is not supported at "
              + path
              + ": the "
              + store.info().driver()
              + " store cannot do it there");
    }
  }

  /** What is there, links followed; empty if nothing is, or a link dangles. */
  Optional<StoreObject> find(StorePath path) throws StoreException {
    try {
      return Optional.of(store.stat(path, true));
    } catch (StoreException e) {
      return switch (e.kind()) {
        case NOT_FOUND, NOT_A_DIRECTORY -> Optional.empty();
        default -> throw e;
      };
    }
  }

  public SituFileStatus status(StoreObject object, Path path) {
    return new SituFileStatus(
        object,
        path,
        locations.blockSize(object),
        () -> new AclOperations(this).extended(object.path()));
  }

  /** A status to be copied, which Hadoop does with the answer to whether there is a list. */
  SituFileStatus statusToCopy(StoreObject object, Path path) {
    return new SituFileStatus(object, path, locations.blockSize(object), () -> false);
  }
}
