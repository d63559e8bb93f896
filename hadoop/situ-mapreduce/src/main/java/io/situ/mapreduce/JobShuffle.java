package io.situ.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.mapreduce.shuffle.ShuffleDirectory;
import io.situ.mapreduce.shuffle.ShufflePlan;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a job's directory for shared map output, as far as its client cares for it. */
final class JobShuffle {

  private static final Logger LOG = LoggerFactory.getLogger(JobShuffle.class);

  private final ShuffleDirectory directory;

  private JobShuffle(ShuffleDirectory directory) {
    this.directory = directory;
  }

  /**
   * Makes the directory, where the job shares its map output. In a directory that is kept for such
   * ones, those of jobs that are over are removed first.
   *
   * @throws IOException in one sentence, if it cannot be made
   */
  static Optional<JobShuffle> prepare(JobID job, Configuration conf, Framework framework)
      throws IOException {
    Optional<ShuffleDirectory> named = ShuffleDirectory.of(conf);
    if (named.isEmpty()) {
      return Optional.empty();
    }
    ShuffleDirectory directory = named.get();
    Path place = directory.path().getParent();
    if (conf.getTrimmed(ShufflePlan.PLACE, "").isEmpty()) {
      Files.createDirectories(place);
    } else {
      requireDirectory(place, conf);
      sweep(place, job, conf, framework);
    }
    directory.create();
    JobShuffle made = new JobShuffle(directory);
    try {
      Files.writeString(directory.path().resolve(Claim.FILE), Claim.of(job, true).text());
    } catch (IOException e) {
      made.remove();
      throw directory.explained(e);
    }
    return Optional.of(made);
  }

  private static void requireDirectory(Path place, Configuration conf) throws IOException {
    if (!Files.isDirectory(place)) {
      throw new IllegalArgumentException(
          ShufflePlan.PLACE
              + " is '"
              + conf.getTrimmed(ShufflePlan.PLACE)
              + "', and there is no directory at '"
              + place
              + "'; make it, or name another");
    }
  }

  /** Removes everything; the job is over. */
  void remove() {
    try {
      directory.remove();
    } catch (IOException e) {
      LOG.warn("map output could not be removed from {}", directory, e);
    }
  }

  /** What cannot be swept stays for the next job; it never keeps one from starting. */
  private static void sweep(Path place, JobID job, Configuration conf, Framework framework) {
    try (DirectoryStream<Path> found = Files.newDirectoryStream(place, ShufflePlan.NAME + "*")) {
      for (Path left : found) {
        if (isOver(left, job, conf, framework)) {
          LOG.info("{} is left from a job that is over, and is removed", left);
          ShuffleDirectory.at(left).remove();
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("'{}' could not be swept", place, e);
    }
  }

  private static boolean isOver(Path left, JobID job, Configuration conf, Framework framework)
      throws IOException {
    Optional<Claim> claim = claim(left);
    if (claim.isEmpty()) {
      return false;
    }
    if (claim.get().isDead()) {
      return true;
    }
    return framework == Framework.YARN
        && !claim.get().job().startsWith("job_local")
        && claim.get().isOfThisUser()
        && isOverOnYarn(JobID.forName(claim.get().job()), job, conf);
  }

  private static Optional<Claim> claim(Path left) throws IOException {
    try (var in = Files.newInputStream(left.resolve(Claim.FILE))) {
      return Claim.parse(new String(in.readNBytes(Claim.LONGEST), UTF_8));
    } catch (NoSuchFileException | java.nio.file.AccessDeniedException e) {
      return Optional.empty();
    }
  }

  /**
   * Of a job that YARN does not know it is certain only if its ResourceManager is the one that
   * named the new job too: it forgets what ended long ago, and nothing that runs.
   */
  private static boolean isOverOnYarn(JobID old, JobID job, Configuration conf) throws IOException {
    return switch (YarnApplications.state(old, conf)) {
      case OVER -> true;
      case ALIVE -> false;
      case UNKNOWN -> old.getJtIdentifier().equals(job.getJtIdentifier());
    };
  }
}
