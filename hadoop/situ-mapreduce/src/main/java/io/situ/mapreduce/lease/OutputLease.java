// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.lease;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.process.ProcessIdentity;
import io.situ.storage.util.StoreFiles;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that of several jobs given the same output directory one wins and the others are
 * refused. Stock Hadoop only looks whether the directory is there, long before it creates it.
 *
 * <p>The lease is a file in the directory that committers use for unfinished work and remove at the
 * end. An output directory that is not there yet is made under another name, with the lease in it,
 * and gets its name last: a process that is killed leaves no directory without a lease.
 *
 * <p>Not thread-safe.
 */
public final class OutputLease {

  private static final Logger LOG = LoggerFactory.getLogger(OutputLease.class);
  private static final int TRIES = 10;

  private final LeaseFiles files;
  private final UnfinishedOutput unfinished;
  private final LeaseRecord claim;

  private OutputLease(LeaseFiles files, LeaseRecord claim) {
    this.files = files;
    this.unfinished = new UnfinishedOutput(files);
    this.claim = claim;
  }

  /**
   * Takes the lease of a job's output directory, where it has one in a store whose exclusive
   * creation can be trusted.
   *
   * @throws FileAlreadyExistsException if another job has it
   */
  public static Optional<OutputLease> acquire(JobID job, Optional<Path> output, Configuration conf)
      throws IOException {
    if (output.isEmpty() || !(output.get().getFileSystem(conf) instanceof SituFileSystem fs)) {
      return Optional.empty();
    }
    StorePath place = fs.storePath(output.get());
    LeaseFiles files =
        new LeaseFiles(fs.store(), place, UnfinishedOutput.thisUser(), fs.directoryMode());
    return Optional.of(acquire(files, job, ProcessIdentity.current()));
  }

  /**
   * Returns whether a job's output directory holds the job's lease, which may stay also where
   * {@link #acquire} failed.
   *
   * @throws IOException if that cannot be found out
   */
  public static boolean isHeld(JobID job, Optional<Path> output, Configuration conf)
      throws IOException {
    return output.isPresent()
        && output.get().getFileSystem(conf) instanceof SituFileSystem fs
        && UnfinishedOutput.at(fs.store(), fs.storePath(output.get())).isOf(Set.of(job.toString()));
  }

  static OutputLease acquire(LeaseFiles files, JobID job, ProcessIdentity owner)
      throws IOException {
    LeaseRecord claim = LeaseRecord.of(job, true, owner);
    try {
      if (!makeLeased(files, claim)) {
        claim = LeaseRecord.of(job, holdsPartitionsOnly(files), owner);
        takeInPlace(files, claim);
      }
      return new OutputLease(files, claim);
    } catch (StoreException e) {
      giveBack(files, claim);
      throw e;
    }
  }

  /** Nothing has been written yet where the lease was taken, and something failed after that. */
  private static void giveBack(LeaseFiles files, LeaseRecord claim) {
    try {
      if (files.isProven(claim)) {
        files.remove(claim);
        new UnfinishedOutput(files).removeEmptyDirectory(claim);
      }
    } catch (StoreException e) {
      LOG.warn("the lease of '{}' that was taken for {} stays", files.output(), claim.job(), e);
    }
  }

  /** Whether a job that makes its output directory before it is submitted has just made it. */
  private static boolean holdsPartitionsOnly(LeaseFiles files) throws StoreException {
    List<StoreObject> entries = files.list(files.output());
    return entries.size() == 1 && entries.get(0).path().name().equals(LeaseRecord.PARTITIONS);
  }

  /**
   * Makes the output directory with the lease in it; false if it is there. Of several that stage it
   * at once one is in the end named by the lease that is found there.
   */
  private static boolean makeLeased(LeaseFiles files, LeaseRecord claim) throws StoreException {
    if (files.output().isRoot()) {
      return false;
    }
    for (int tries = 0; tries < TRIES && files.stat(files.output()).isEmpty(); tries++) {
      try {
        stage(files, claim, tries == 0);
      } catch (StoreException e) {
        switch (e.kind()) {
          case PERMISSION_DENIED:
            // The same call for the directory itself names what may not be written.
            return false;
          case ALREADY_EXISTS, NOT_EMPTY, NOT_FOUND:
            // Another job works on the same output; who won is seen below.
            break;
          default:
            throw e;
        }
      }
      if (files.isHeldBy(claim)) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param known use the name under which a process that was killed is cleaned up after, which
   *     another job may take away; else one that no other job knows
   */
  private static void stage(LeaseFiles files, LeaseRecord claim, boolean known)
      throws StoreException {
    StorePath parent = files.output().parent().orElseThrow();
    String name = LeaseRecord.stagingName(files.output().name());
    StorePath stage = parent.child(known ? name : name + "-" + UUID.randomUUID());
    StoreFiles.mkdirs(files.store(), parent, files.mode());
    if (known) {
      clear(files, stage);
    }
    try {
      files.store().mkdir(stage, files.mode());
      new LeaseTag(files.store(), stage).set(claim);
      files.createIn(stage, claim);
      StoreFiles.renameNoReplace(files.store(), stage, files.output());
    } catch (StoreException e) {
      try {
        if (known) {
          clear(files, stage);
        } else {
          dismantle(files, stage);
        }
      } catch (StoreException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /**
   * Removes an unfinished directory under another name: a removal that is still at work where
   * another job's directory has just got its name would take the lease out of it.
   */
  private static void clear(LeaseFiles files, StorePath stage) throws StoreException {
    StorePath waste =
        files.output().parent().orElseThrow().child(LeaseRecord.trashName(files.output().name()));
    dismantle(files, waste);
    LeaseFiles.ignoring(
        () -> StoreFiles.renameNoReplace(files.store(), stage, waste),
        Kind.NOT_FOUND,
        Kind.ALREADY_EXISTS,
        Kind.NOT_EMPTY,
        Kind.NOT_A_DIRECTORY,
        Kind.PERMISSION_DENIED);
    dismantle(files, waste);
  }

  /** Deletes what {@link #stage} makes, and nothing else: the name may be anybody's. */
  private static void dismantle(LeaseFiles files, StorePath stage) throws StoreException {
    if (files.stat(stage).filter(files::isOwnDirectory).isEmpty()) {
      return;
    }
    StorePath pending = stage.child(LeaseRecord.PENDING);
    for (StoreObject entry : files.list(pending)) {
      if (entry.path().name().startsWith(LeaseRecord.FILE)) {
        files.deleteIfEmpty(entry.path());
      }
    }
    files.deleteIfEmpty(pending);
    files.deleteIfEmpty(stage);
  }

  private static void takeInPlace(LeaseFiles files, LeaseRecord claim) throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        StoreFiles.mkdirs(files.store(), files.pending(), files.mode());
        if (files.stat(files.pending()).filter(there -> !there.isDirectory()).isPresent()) {
          throw new StoreException(
              Kind.NOT_A_DIRECTORY, files.pending(), "it is no directory; delete it");
        }
        files.acquire(claim);
        files.tag().set(claim);
        return;
      } catch (StoreException e) {
        if (e.kind() == Kind.ALREADY_EXISTS) {
          throw busy(files);
        }
        if (e.kind() != Kind.NOT_FOUND || tries == TRIES) {
          throw e;
        }
      }
    }
  }

  private static FileAlreadyExistsException busy(LeaseFiles files) throws StoreException {
    return new FileAlreadyExistsException(
        "another job is writing to '"
            + files.output()
            + "'"
            + new UnfinishedOutput(files).holder().map(holder -> " (" + holder + ")").orElse("")
            + "; wait for it, choose another output, or, if there is no such job, delete '"
            + files.lease()
            + "'");
  }

  /** Gives the lease back where the job's committer left it. */
  public void release() throws StoreException {
    if (files.isProven(claim)) {
      files.remove(claim);
    }
    files.tag().remove(claim);
  }

  /**
   * Removes what a job that did not succeed has left, if the output directory is proven to be its
   * own at this moment, and says so where it is not.
   */
  public void undo() throws StoreException {
    if (files.find().isPresent() ? unfinished.remove(claim) : undoWithoutLease()) {
      return;
    }
    if (files.stat(files.output()).isPresent()) {
      LOG.warn(
          "{} did not succeed; '{}' is left as it is, because it is not proven to be that job's"
              + " any more; delete it if nothing else uses it",
          claim.job(),
          files.output());
    }
  }

  /** The committer of a job that fails removes the lease with all that it knows of. */
  private boolean undoWithoutLease() throws StoreException {
    if (!claim.isMade() || files.stat(files.output()).isEmpty()) {
      return true;
    }
    unfinished.removeEmptyDirectory(claim);
    if (files.stat(files.output()).isEmpty()) {
      return true;
    }
    // What is there without a lease is another's at work, or tasks that do not hear of the end.
    return files.stat(files.pending()).isEmpty() && acquireAgain() && unfinished.remove(claim);
  }

  /**
   * Takes the lease again after its job was aborted, for tasks that do not hear of it and may still
   * write: who cleans up after the process will know whose it is.
   */
  public void hold() throws StoreException {
    if (claim.isMade() && files.find().isEmpty()) {
      acquireAgain();
    }
  }

  /** The directory's attribute outlives the lease, and is looked at again under the new one. */
  private boolean acquireAgain() throws StoreException {
    if (!files.tag().isPossible() || !files.isMadeBy(claim) || unfinished.isWhole()) {
      return false;
    }
    try {
      LeaseFiles.ignoring(
          () -> files.store().mkdir(files.pending(), files.mode()), Kind.ALREADY_EXISTS);
      files.acquire(claim);
    } catch (StoreException e) {
      if (e.kind() == Kind.ALREADY_EXISTS || e.isNotFound()) {
        return false;
      }
      throw e;
    }
    if (files.isMadeBy(claim) && !unfinished.isWhole()) {
      return true;
    }
    files.remove(claim);
    return false;
  }
}
