// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.util.StoreFiles;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The directory from which what a job has left is deleted. A rename into it fails if the directory
 * that is at the output's path is not the one the lease was taken in.
 *
 * <pre>
 *   UUID               what had a name that jobs give, with all that is in it
 *   named-UUID/NAME    a directory NAME that jobs have no name for
 *   fence-UUID         the fence of an earlier lease
 *   _situ_claim        the lease, once it is given back
 * </pre>
 *
 * <p>Of what jobs have no name for only files of jobs are deleted: anything else goes back to its
 * place in the output directory, also if it came while that was looked at, or if an earlier process
 * was killed before it put it back. Thread-safe.
 */
record LeaseFence(LeaseFiles files, StorePath place) {

  private static final String NAMED = "named-";
  private static final String FENCE = "fence-";

  /**
   * Moves an object here, to be deleted with all that is in it, if it still is where it was.
   *
   * @throws StoreException as {@link io.situ.storage.Store#rename}, but never for a path that is
   *     not there any more, or for an output directory without this fence
   */
  void take(StorePath path) throws StoreException {
    move(path, place.child(UUID.randomUUID().toString()));
  }

  /**
   * Moves a directory that jobs have no name for here. It is back in its place afterwards if
   * anything is in it that is not a job's.
   *
   * @throws StoreException as {@link #take}
   */
  void takeDirectory(StorePath path) throws StoreException {
    StorePath room = place.child(NAMED + UUID.randomUUID());
    try {
      files.store().mkdir(room, LeaseFiles.FENCE_MODE);
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return;
      }
      throw e;
    }
    if (move(path, room.child(path.name())).isPresent()) {
      restoreFrom(room);
    }
  }

  /** Moves the fence of an earlier lease here, whose holder can remove nothing from then on. */
  void takeFence(StorePath earlier) throws StoreException {
    Optional<StorePath> moved = move(earlier, place.child(FENCE + UUID.randomUUID()));
    if (moved.isPresent()) {
      new LeaseFence(files, moved.get()).restore();
    }
  }

  /** Moves the lease here: the output directory has none from then on. */
  void takeLease() throws StoreException {
    move(files.lease(), place.child(LeaseRecord.FILE));
  }

  private Optional<StorePath> move(StorePath from, StorePath to) throws StoreException {
    try {
      files.store().rename(from, to, Store.RenameMode.REPLACE);
      return Optional.of(to);
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean isNamed(StoreObject entry) {
    return entry.isDirectory() && entry.path().name().startsWith(NAMED);
  }

  private static boolean isFence(StoreObject entry) {
    return entry.isDirectory() && entry.path().name().startsWith(FENCE);
  }

  private void restore() throws StoreException {
    each(
        files.list(place),
        entry -> {
          if (isNamed(entry)) {
            restoreFrom(entry.path());
          } else if (isFence(entry)) {
            new LeaseFence(files, entry.path()).restore();
          }
        });
  }

  private void restoreFrom(StorePath room) throws StoreException {
    each(
        files.list(room),
        entry -> {
          if (!files.isOfJobsOnly(entry)) {
            putBack(entry.path());
          }
        });
  }

  private interface Step {
    void of(StoreObject entry) throws StoreException;
  }

  /** Takes a step for all entries, also where it fails for one; the first failure is thrown. */
  private static void each(List<StoreObject> entries, Step step) throws StoreException {
    StoreException failure = null;
    for (StoreObject entry : entries) {
      try {
        step.of(entry);
      } catch (StoreException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Where something else has the name by now, what comes back gets a longer one. */
  private void putBack(StorePath path) throws StoreException {
    try {
      StoreFiles.renameNoReplace(files.store(), path, files.output().child(path.name()));
    } catch (StoreException e) {
      if (e.isNotFound()) {
        return;
      }
      if (e.kind() != Kind.ALREADY_EXISTS && e.kind() != Kind.NOT_EMPTY) {
        throw e;
      }
      String other = path.name() + "-" + UUID.randomUUID();
      StoreFiles.renameNoReplace(files.store(), path, files.output().child(other));
    }
  }

  /**
   * Deletes what was moved here, but not the lease.
   *
   * @throws StoreException as {@link StoreFiles#deleteTree}; what is left is deleted by the next
   *     call
   */
  void deleteContent() throws StoreException {
    restore();
    for (StoreObject entry : files.list(place)) {
      if (isNamed(entry)) {
        deleteJobFiles(entry.path());
      } else if (isFence(entry)) {
        new LeaseFence(files, entry.path()).delete();
      } else if (!entry.path().name().equals(LeaseRecord.FILE)) {
        StoreFiles.deleteTree(files.store(), entry.path());
      }
    }
  }

  private void deleteJobFiles(StorePath room) throws StoreException {
    for (StoreObject entry : files.list(room)) {
      if (files.isOfJobsOnly(entry)) {
        StoreFiles.deleteTree(files.store(), entry.path());
      }
    }
    files.deleteIfEmpty(room);
  }

  /** Deletes the fence with what was moved into it, and stays if anything else is in it. */
  void delete() throws StoreException {
    deleteContent();
    StoreFiles.deleteTree(files.store(), place.child(LeaseRecord.FILE));
    files.deleteIfEmpty(place);
  }
}
