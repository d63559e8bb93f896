package io.situ.mapreduce;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;

/**
 * Makes sure that of several jobs given the same output directory one wins and the others are
 * refused. Stock Hadoop only looks whether the directory is there, long before it creates it.
 *
 * <p>The claim is a file created exclusively in the directory that committers use for unfinished
 * work and remove at the end.
 */
final class OutputClaim {

  static final String PENDING = "_temporary";
  static final String FILE = "_situ_claim";

  private final FileSystem fs;
  private final Path output;
  private final boolean fresh;

  private OutputClaim(FileSystem fs, Path output, boolean fresh) {
    this.fs = fs;
    this.output = output;
    this.fresh = fresh;
  }

  /**
   * Claims a job's output directory, where it has one in a store whose exclusive creation can be
   * trusted.
   *
   * @throws FileAlreadyExistsException if another job has claimed it
   */
  static Optional<OutputClaim> take(JobID job, Optional<Path> output, Configuration conf)
      throws IOException {
    if (output.isEmpty()) {
      return Optional.empty();
    }
    FileSystem fs = output.get().getFileSystem(conf);
    if (!fs.getScheme().equals("situ")) {
      return Optional.empty();
    }
    Path directory = fs.makeQualified(output.get());
    boolean fresh = !fs.exists(directory);
    Path claim = claim(directory);
    fs.mkdirs(claim.getParent());
    try (var out = fs.create(claim, false)) {
      out.write(text(job).getBytes(StandardCharsets.UTF_8));
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          "another job is writing to " + directory + "; wait for it, or choose another output");
    }
    return Optional.of(new OutputClaim(fs, directory, fresh));
  }

  private static Path claim(Path output) {
    return new Path(new Path(output, PENDING), FILE);
  }

  private static String text(JobID job) throws IOException {
    return String.join(
        "\n",
        job.toString(),
        InetAddress.getLocalHost().getHostName(),
        Long.toString(ProcessHandle.current().pid()),
        "");
  }

  /** Takes the claim away where the job's committer left it. */
  void release() throws IOException {
    fs.delete(claim(output), false);
    removeIfEmpty(new Path(output, PENDING));
  }

  /**
   * Takes away what a job that did not succeed has left in its output directory, and the directory
   * itself if the job created it.
   */
  void undo() throws IOException {
    fs.delete(new Path(output, PENDING), true);
    if (fresh) {
      fs.delete(output, true);
    } else {
      removeIfEmpty(output);
    }
  }

  private void removeIfEmpty(Path directory) throws IOException {
    try {
      FileStatus[] rest = fs.listStatus(directory);
      if (rest.length == 0) {
        fs.delete(directory, false);
      }
    } catch (FileNotFoundException e) {
      // It is gone already, which is what is wanted.
      return;
    }
  }
}
