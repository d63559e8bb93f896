// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.mapreduce.lease.LeaseRecord;
import io.situ.mapreduce.shuffle.ShuffleDirectory;
import io.situ.mapreduce.shuffle.ShuffleKeys;
import io.situ.mapreduce.yarn.YarnApplications;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a job's directory for shared map output, as far as its client cares for it. */
final class JobShuffle {

  private static final Logger LOG = LoggerFactory.getLogger(JobShuffle.class);

  private static final FileAttribute<?> NOT_FOR_OTHERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * By when a job that has an identifier has been submitted: until then the ResourceManager does
   * not know it either.
   */
  private static final Duration SUBMISSION_TIMEOUT = Duration.ofMinutes(10);

  private final ShuffleDirectory directory;
  private final List<Path> above;

  private JobShuffle(ShuffleDirectory directory, List<Path> above) {
    this.directory = directory;
    this.above = above;
  }

  /**
   * Makes the directory, where the job shares its map output. In a directory that is kept for such
   * ones, those of jobs that are over are removed first.
   *
   * @throws IOException in one sentence, if it cannot be made; nothing is left then
   */
  static Optional<JobShuffle> prepare(JobID job, Configuration conf, Framework framework)
      throws IOException {
    Optional<ShuffleDirectory> named = ShuffleDirectory.of(conf);
    if (named.isEmpty()) {
      return Optional.empty();
    }
    ShuffleDirectory directory = named.get();
    Path place = directory.path().getParent();
    List<Path> above = List.of();
    if (ShuffleKeys.PLACE.find(conf::get).isEmpty()) {
      above = make(place, conf);
    } else {
      requireDirectory(place, conf);
      new Sweep(job, conf, framework).removeOver(place);
    }
    try {
      directory.create();
    } catch (IOException | RuntimeException e) {
      deleteEmpty(above);
      throw e;
    }
    JobShuffle made = new JobShuffle(directory, above);
    try {
      writeLease(directory.path().resolve(LeaseRecord.FILE), LeaseRecord.of(job, true));
    } catch (IOException e) {
      made.undo();
      throw directory.explained(e);
    }
    return Optional.of(made);
  }

  /**
   * Makes the output's pending directory as its committer would, with the permissions that the
   * configuration says.
   *
   * @return the directories that were missing, the innermost first
   */
  private static List<Path> make(Path place, Configuration conf) throws IOException {
    List<Path> missing = new ArrayList<>();
    for (Path path = place; path != null && Files.notExists(path); path = path.getParent()) {
      missing.add(path);
    }
    if (missing.isEmpty()) {
      return missing;
    }
    try {
      if (FileSystem.getLocal(conf).mkdirs(new org.apache.hadoop.fs.Path(place.toUri()))) {
        return missing;
      }
    } catch (IOException e) {
      deleteEmpty(missing);
      throw e;
    }
    deleteEmpty(missing);
    throw new IOException("the directory '" + place + "' for map output cannot be made");
  }

  private static void deleteEmpty(List<Path> directories) {
    try {
      for (Path made : directories) {
        Files.deleteIfExists(made);
      }
    } catch (DirectoryNotEmptyException e) {
      // Others use it too.
      return;
    } catch (IOException e) {
      LOG.warn("a directory that was made for map output could not be removed", e);
    }
  }

  private static void writeLease(Path file, LeaseRecord claim) throws IOException {
    Set<OpenOption> create = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (SeekableByteChannel out = Files.newByteChannel(file, create, NOT_FOR_OTHERS)) {
      ByteBuffer text = ByteBuffer.wrap(claim.text().getBytes(UTF_8));
      while (text.hasRemaining()) {
        out.write(text);
      }
    }
  }

  private static void requireDirectory(Path place, Configuration conf) throws IOException {
    if (!Files.isDirectory(place)) {
      throw new IllegalArgumentException(
          ShuffleKeys.PLACE.name()
              + " is '"
              + ShuffleKeys.PLACE.get(conf::get)
              + "', and there is no directory at '"
              + place
              + "'; make it, or name another");
    }
  }

  /** Removes everything, also the empty directories above that were made; the job never began. */
  void undo() {
    remove();
    deleteEmpty(above);
  }

  /** Removes everything; the job is over. */
  void remove() {
    try {
      directory.remove();
    } catch (IOException e) {
      LOG.warn("map output could not be removed from {}", directory, e);
    }
  }

  /**
   * Removes directories of jobs that are over.
   *
   * @param job the one that begins
   */
  private record Sweep(JobID job, Configuration conf, Framework framework) {

    /**
     * What cannot be removed stays for the next job; it never keeps one from starting. The time is
     * that of the last job that came or went there: by the store's clock, as are the directories'
     * own times, and not later than now.
     */
    void removeOver(Path place) {
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(place, ShuffleDirectory.NAME + "*")) {
        Instant now = Files.getLastModifiedTime(place).toInstant();
        for (Path left : found) {
          removeIfOver(left, now);
        }
      } catch (IOException | RuntimeException e) {
        LOG.warn("directories of jobs that are over could not be removed from '{}'", place, e);
      }
    }

    /**
     * Whose a directory is, its owner and permissions say and not the text in it; what was looked
     * at is held, and is what is removed.
     */
    private void removeIfOver(Path left, Instant now) throws IOException {
      try (OpenDirectory held = OpenDirectory.open(left)) {
        if (held.isPrivate() && isOver(held, now)) {
          LOG.info("{} is left from a job that is over, and is removed", left);
          held.delete();
        }
      } catch (NoSuchFileException | NotDirectoryException | AccessDeniedException e) {
        // It is gone already, or is no job's directory of this user.
        return;
      }
    }

    private boolean isOver(OpenDirectory left, Instant now) throws IOException {
      Optional<LeaseRecord> claim =
          left.readOwn(LeaseRecord.FILE, LeaseRecord.LONGEST).flatMap(LeaseRecord::parse);
      if (claim.isEmpty()) {
        return false;
      }
      if (claim.get().isDead()) {
        return true;
      }
      if (framework != Framework.YARN
          || claim.get().job().startsWith("job_local")
          || !claim.get().isOfThisUser()) {
        return false;
      }
      return switch (YarnApplications.state(JobID.forName(claim.get().job()), conf)) {
        case OVER -> true;
        case ALIVE -> false;
        case UNKNOWN -> {
          Instant changed = left.attributes().lastModifiedTime().toInstant();
          yield isForgotten(claim.get(), job, Duration.between(changed, now));
        }
      };
    }
  }

  /**
   * Returns whether a job that its ResourceManager does not know is certainly over. That is the one
   * that named the new job too, or it could be another one's; and it was submitted: by then the
   * ResourceManager has it, and forgets only what ended long ago.
   *
   * @param age since the job's directory was last changed, or less
   */
  static boolean isForgotten(LeaseRecord claim, JobID job, Duration age) {
    return JobID.forName(claim.job()).getJtIdentifier().equals(job.getJtIdentifier())
        && age.compareTo(SUBMISSION_TIMEOUT) > 0
        && !claim.isHeld();
  }
}
