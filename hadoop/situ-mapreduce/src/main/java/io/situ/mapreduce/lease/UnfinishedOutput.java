// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What a job that did not succeed has left at its output path. The one rule for removing it, used
 * by the job's client and by the process that comes after a client that died: nothing is removed
 * unless the directory that is there at that moment holds the job's lease, its owner and
 * permissions prove whose lease it is, the result is not whole, and only names that jobs give are
 * in it.
 *
 * <p>Not thread-safe.
 */
public final class UnfinishedOutput {

  static final String SUCCESS = "_SUCCESS";

  private final LeaseFiles files;

  UnfinishedOutput(LeaseFiles files) {
    this.files = files;
  }

  /** Creates one for the user of this process. */
  public static UnfinishedOutput at(Store store, StorePath output) throws StoreException {
    return new UnfinishedOutput(new LeaseFiles(store, output, thisUser(), 0));
  }

  /** Returns the calling user's name as the system gives it for the owner of a file. */
  static String thisUser() throws StoreException {
    try {
      return Files.getOwner(Path.of("/proc/self")).getName();
    } catch (java.io.IOException e) {
      throw new StoreException(
          StoreException.Kind.FAILED, null, "the user of this process is unknown: " + e, e);
    }
  }

  /**
   * Returns who has the output directory, as a clause; empty if it holds no lease. A lease that
   * another user made is named with that user: it keeps jobs out until it is deleted.
   */
  public Optional<String> holder() throws StoreException {
    Optional<LeaseFiles.Found> found = files.find();
    if (found.isEmpty()) {
      return Optional.empty();
    }
    StoreObject file = found.get().file();
    String owner = file.attributes().owner();
    String job = found.get().claim().map(LeaseRecord::toString).orElse("a damaged lease");
    return Optional.of(
        owner.equals(files.user()) && found.get().claim().isPresent()
            ? job
            : job + ", in '" + file.path() + "' of user " + owner);
  }

  /** Returns whether the output directory holds a lease of one of these jobs. */
  public boolean isOf(Set<String> jobs) throws StoreException {
    return claim().filter(claim -> jobs.contains(claim.job())).isPresent();
  }

  /**
   * Returns whether the output directory holds a lease of a dead process of the calling user, whose
   * job is over: it ran in that process, or is one of these.
   *
   * @param over jobs that do not run any more, wherever they ran
   */
  public boolean isOfDeadProcess(Set<String> over) throws StoreException {
    return dead(over).isPresent();
  }

  private Optional<LeaseRecord> dead(Set<String> over) throws StoreException {
    Optional<LeaseRecord> claim = claim().filter(found -> found.isDead(over));
    return claim.isPresent() && files.isProven(claim.get()) ? claim : Optional.empty();
  }

  private Optional<LeaseRecord> claim() throws StoreException {
    return files.find().flatMap(LeaseFiles.Found::claim);
  }

  /**
   * Removes what a job of a dead process of the calling user has left, if anything.
   *
   * @param over as {@link #isOfDeadProcess} takes them
   */
  public void removeIfDead(Set<String> over) throws StoreException {
    Optional<LeaseRecord> claim = dead(over);
    if (claim.isPresent()) {
      remove(claim.get());
    }
  }

  /**
   * Removes what the holder of a lease has left. A result that is whole stays, and one that holds
   * anything that is not the job's, with all that is in it.
   *
   * @return whether the lease was proven; if not nothing was changed
   */
  boolean remove(LeaseRecord claim) throws StoreException {
    if (!files.isProven(claim)) {
      return false;
    }
    boolean made = claim.isMade() && files.isMadeBy(claim);
    if (made && !isWhole() && files.holdsOnlyJobFiles(files.output())) {
      takeOutput(files.fence(claim));
    }
    for (StoreObject entry : files.list(files.pending())) {
      if (!entry.path().name().startsWith(LeaseRecord.FILE)) {
        files.fence(claim).take(entry.path());
      }
    }
    files.remove(claim);
    removeEmptyDirectory(claim);
    return true;
  }

  /** What was added after the look at all that is there is looked at here, and stays. */
  private void takeOutput(LeaseFence fence) throws StoreException {
    for (StoreObject entry : files.list(files.output())) {
      StorePath path = entry.path();
      if (path.equals(files.pending())) {
        continue;
      }
      if (LeaseRecord.isNameOfJobs(path.name())) {
        fence.take(path);
      } else if (entry.isDirectory()) {
        fence.takeDirectory(path);
      }
    }
  }

  /** Removes the directory if the job made it and nothing is in it. */
  void removeEmptyDirectory(LeaseRecord claim) throws StoreException {
    if (claim.isMade() && files.isMadeBy(claim)) {
      files.deleteIfEmpty(files.output());
    }
  }

  boolean isWhole() throws StoreException {
    return files.stat(files.output().child(SUCCESS)).isPresent();
  }
}
