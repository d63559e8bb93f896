package io.situ.mapreduce;

import io.situ.hadoop.fs.SituFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.security.AccessControlException;

/**
 * Makes sure that of several jobs given the same output directory one wins and the others are
 * refused. Stock Hadoop only looks whether the directory is there, long before it creates it.
 *
 * <p>The claim is a file in the directory that committers use for unfinished work and remove at the
 * end. An output directory that is not there yet is made under another name, with the claim in it,
 * and gets its name last: a process that is killed leaves no directory without a claim.
 */
final class OutputClaim {

  private static final int TRIES = 10;

  private final SituFileSystem fs;
  private final Path output;
  private final Claim claim;

  private OutputClaim(SituFileSystem fs, Path output, Claim claim) {
    this.fs = fs;
    this.output = output;
    this.claim = claim;
  }

  /**
   * Claims a job's output directory, where it has one in a store whose exclusive creation can be
   * trusted.
   *
   * @throws FileAlreadyExistsException if another job has claimed it
   */
  static Optional<OutputClaim> take(JobID job, Optional<Path> output, Configuration conf)
      throws IOException {
    if (output.isEmpty() || !(output.get().getFileSystem(conf) instanceof SituFileSystem fs)) {
      return Optional.empty();
    }
    Path directory = fs.makeQualified(output.get());
    Claim made = Claim.of(job, true);
    if (makeClaimed(fs, directory, made)) {
      return Optional.of(new OutputClaim(fs, directory, made));
    }
    Claim found = Claim.of(job, holdsPartitionsOnly(fs, directory));
    claimInPlace(fs, directory, found);
    return Optional.of(new OutputClaim(fs, directory, found));
  }

  /** Whether a job that makes its output directory before it is submitted has just made it. */
  private static boolean holdsPartitionsOnly(SituFileSystem fs, Path output) throws IOException {
    try {
      FileStatus[] entries = fs.listStatus(output);
      return entries.length == 1 && entries[0].getPath().getName().equals(Claim.PARTITIONS);
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /**
   * Makes the output directory with the claim in it; false if it is there. Of several that stage it
   * at once one is in the end named by the claim that is found there.
   */
  private static boolean makeClaimed(SituFileSystem fs, Path output, Claim claim)
      throws IOException {
    if (output.isRoot()) {
      return false;
    }
    Path stage = new Path(output.getParent(), Claim.stage(output.getName()));
    for (int tries = 0; tries < TRIES && !fs.exists(output); tries++) {
      try {
        discard(fs, output, stage);
        write(fs, stage, claim);
        fs.rename(stage, output, Options.Rename.NONE);
      } catch (AccessControlException e) {
        // The same call for the directory itself names what may not be written.
        return false;
      } catch (FileAlreadyExistsException | FileNotFoundException e) {
        // Another job works on the same output; who won is seen below.
      } catch (IOException e) {
        discard(fs, output, stage);
        throw e;
      }
      if (read(fs, output).filter(claim::isSame).isPresent()) {
        return true;
      }
    }
    discard(fs, output, stage);
    return false;
  }

  /**
   * Deletes an unfinished output directory under another name: a deletion that is still at work
   * where another job's directory has just got its name would take the claim out of it.
   */
  private static void discard(SituFileSystem fs, Path output, Path stage) throws IOException {
    Path waste = new Path(output.getParent(), Claim.waste(output.getName()));
    fs.delete(waste, true);
    try {
      fs.rename(stage, waste, Options.Rename.NONE);
    } catch (FileNotFoundException | FileAlreadyExistsException e) {
      // There is none, or another job has just moved its own there; it is deleted below.
    }
    fs.delete(waste, true);
  }

  private static void claimInPlace(SituFileSystem fs, Path output, Claim claim) throws IOException {
    try {
      write(fs, output, claim);
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          "another job is writing to "
              + output
              + read(fs, output).map(other -> " (" + other + ")").orElse("")
              + "; wait for it, or choose another output");
    }
  }

  private static Path file(Path output) {
    return new Path(new Path(output, Claim.PENDING), Claim.FILE);
  }

  private static void write(SituFileSystem fs, Path directory, Claim claim) throws IOException {
    Path file = file(directory);
    fs.mkdirs(file.getParent());
    try (var out = fs.create(file, false)) {
      out.write(claim.text().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static Optional<Claim> read(SituFileSystem fs, Path output) throws IOException {
    try (FSDataInputStream in = fs.open(file(output))) {
      return Claim.parse(new String(in.readNBytes(Claim.LONGEST), StandardCharsets.UTF_8));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Takes the claim away where the job's committer left it. */
  void release() throws IOException {
    fs.delete(file(output), false);
    removeIfEmpty(new Path(output, Claim.PENDING));
  }

  /**
   * Takes away what a job that did not succeed has left in its output directory, and the directory
   * itself if the job created it and nobody else put anything there.
   */
  void undo() throws IOException {
    fs.delete(new Path(output, Claim.PENDING), true);
    if (claim.isMade()) {
      removeJobFiles(output);
    }
  }

  /**
   * Claims the directory again after its job was aborted, for tasks that do not hear of it and may
   * still write: who cleans up after the process will know whose it is.
   */
  void hold() throws IOException {
    if (!claim.isMade()) {
      return;
    }
    try {
      write(fs, output, claim);
    } catch (FileAlreadyExistsException e) {
      // It was not taken away.
      return;
    }
  }

  private void removeJobFiles(Path directory) throws IOException {
    try {
      for (FileStatus entry : fs.listStatus(directory)) {
        if (Claim.isNameOfJobs(entry.getPath().getName())) {
          fs.delete(entry.getPath(), true);
        } else if (entry.isDirectory()) {
          removeJobFiles(entry.getPath());
        }
      }
    } catch (FileNotFoundException e) {
      // It is gone already, which is what is wanted.
      return;
    }
    removeIfEmpty(directory);
  }

  private void removeIfEmpty(Path directory) throws IOException {
    try {
      if (fs.listStatus(directory).length == 0) {
        fs.delete(directory, false);
      }
    } catch (FileNotFoundException e) {
      // It is gone already, which is what is wanted.
      return;
    }
  }
}
