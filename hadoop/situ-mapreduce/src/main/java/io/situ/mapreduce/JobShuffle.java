// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.mapreduce.lease.LeaseRecord;
import io.situ.mapreduce.shuffle.ShuffleDirectory;
import io.situ.mapreduce.shuffle.ShuffleKeys;
import io.situ.mapreduce.yarn.Framework;
import io.situ.mapreduce.yarn.YarnApplications;
import io.situ.storage.local.OpenDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of a job's directory for shared map output, as far as its client cares for it. */
final class JobShuffle {

  private static final Logger LOG = LoggerFactory.getLogger(JobShuffle.class);

  private static final FileAttribute<?> NOT_FOR_OTHERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

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
      above = makePlace(directory, conf);
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

  private static List<Path> makePlace(ShuffleDirectory directory, Configuration conf)
      throws IOException {
    try {
      return make(directory.path().getParent(), conf);
    } catch (IOException e) {
      throw directory.explained(e);
    }
  }

  /**
   * Makes the output's pending directory as its committer would, with the permissions that the
   * configuration says. A symbolic link that leads nowhere is there, and nothing is made below it.
   *
   * @return the directories that this call made, the innermost first
   * @throws IOException if one cannot be made; none that this call made is left then
   */
  private static List<Path> make(Path place, Configuration conf) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path path = place;
        path != null && Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
        path = path.getParent()) {
      missing.push(path);
    }
    Deque<Path> made = new ArrayDeque<>();
    FsPermission mode = FsPermission.getDirDefault().applyUMask(FsPermission.getUMask(conf));
    try {
      for (Path path : missing) {
        if (isCreated(path)) {
          made.push(path);
          FileSystem.getLocal(conf)
              .setPermission(new org.apache.hadoop.fs.Path(path.toUri()), mode);
        }
      }
    } catch (IOException | RuntimeException e) {
      deleteEmpty(made);
      throw e;
    }
    return List.copyOf(made);
  }

  /** Returns whether this call made the directory; false if another process was first. */
  private static boolean isCreated(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
      return true;
    } catch (FileAlreadyExistsException e) {
      if (Files.isDirectory(directory)) {
        return false;
      }
      throw e;
    }
  }

  /** Deletes directories up to the first that others use too; what is none any more stays. */
  private static void deleteEmpty(Collection<Path> directories) {
    try {
      for (Path made : directories) {
        deleteDirectory(made);
      }
    } catch (DirectoryNotEmptyException e) {
      // Others use it too.
      return;
    } catch (IOException | RuntimeException e) {
      LOG.warn("a directory that was made for map output could not be removed", e);
    }
  }

  private static void deleteDirectory(Path directory) throws IOException {
    try (DirectoryStream<Path> parent = Files.newDirectoryStream(directory.getParent())) {
      if (!(parent instanceof SecureDirectoryStream<Path> held)) {
        throw new IOException("this system cannot delete directories only");
      }
      held.deleteDirectory(directory.getFileName());
    } catch (AccessDeniedException e) {
      // What is above can be entered and perhaps written, but not listed.
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(directory);
      }
    } catch (NoSuchFileException e) {
      // It is gone already, which is what is wanted.
      return;
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
    } catch (IOException | RuntimeException e) {
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
        && age.compareTo(YarnApplications.SUBMISSION_TIMEOUT) > 0
        && !claim.isHeld();
  }
}
