// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.storage.local.OpenDirectory;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * The directory on a shared store that holds one job's map output, for its user only.
 *
 * <pre>
 *   DIR/MAP_ATTEMPT/file.out           all partitions, as Hadoop writes them
 *   DIR/MAP_ATTEMPT/file.out.index     where each begins
 *   DIR/REDUCE_ATTEMPT/MAP_ATTEMPT     the same file.out by a hard link
 * </pre>
 *
 * <p>Names of attempts are unique in a job, so that no two tasks ever write the same file. A map
 * attempt's files mean nothing until the application master says that it succeeded.
 */
public final class ShuffleDirectory {

  /** What the names of jobs' directories begin with; the job's own name follows. */
  public static final String NAME = "situ-shuffle-";

  /** The directory of a job's output in which the job's own is, unless a job names another one. */
  static final String PENDING = "_temporary";

  static final String OUTPUT = "file.out";
  static final String INDEX = "file.out.index";

  private static final String LEASE = "_situ_claim";
  private static final int MAX_LEASE_BYTES = 4096;

  /** A spill's name; the first one's while the map runs, for it becomes {@value #OUTPUT}. */
  static String spill(int number) {
    return "spill" + number + ".out";
  }

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<?> AS_PRIVATE = PosixFilePermissions.asFileAttribute(PRIVATE);

  private final Path directory;

  private ShuffleDirectory(Path directory) {
    this.directory = directory;
  }

  /** The directory of a job as it was submitted; empty if its map output is not shared. */
  public static Optional<ShuffleDirectory> of(Configuration job) {
    return Optional.ofNullable(job.getRaw(ShuffleChoice.DIRECTORY))
        .map(path -> new ShuffleDirectory(Path.of(path)));
  }

  /** The directory of the job that a task with shared map output is of. */
  static ShuffleDirectory ofTask(Configuration task) throws IOException {
    return of(task)
        .orElseThrow(() -> new IOException("the job does not name its shuffle directory"));
  }

  /** One that is found at {@code path}. */
  static ShuffleDirectory at(Path path) {
    return new ShuffleDirectory(path);
  }

  /** Where it is. */
  public Path path() {
    return directory;
  }

  /**
   * Makes the directory.
   *
   * @throws IOException in one sentence, if there is something at its place, if it cannot be made,
   *     or if others could enter it; nothing is left then
   */
  public void create() throws IOException {
    try {
      Files.createDirectory(directory, AS_PRIVATE);
    } catch (FileAlreadyExistsException e) {
      throw new IOException("map output cannot go to '" + directory + "': it is there already", e);
    } catch (IOException e) {
      throw explained(e);
    }
    if (!Files.getPosixFilePermissions(directory).equals(PRIVATE)) {
      Files.delete(directory);
      throw new IOException(
          "map output cannot go to '"
              + directory
              + "': the store gave it other permissions than rwx------, so others could read it;"
              + " choose another situ.mapreduce.shuffle.dir");
    }
  }

  /**
   * Makes an attempt's own directory, unless it is there.
   *
   * <p>In an output's pending directory the job's own is made again if it is gone: an application
   * master that follows one that died, and cannot take its work over, has the committer remove
   * everything there before it starts over. After the job's end there is no pending directory
   * either, so that nothing comes back then; and where another job has the output by then, nothing
   * is made in what is that job's.
   *
   * @throws IOException in one sentence, also if one of the directories is another user's, or open
   *     to others
   */
  Path makeAttempt(TaskAttemptID attempt) throws IOException {
    Path made = attempt(attempt);
    try {
      if (isPending() && !Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        requireNoOtherJob();
        make(directory);
      }
      requirePrivate(directory);
      make(made);
      requirePrivate(made);
    } catch (IOException e) {
      throw explained(e);
    }
    return made;
  }

  private static void make(Path made) throws IOException {
    try {
      Files.createDirectory(made, AS_PRIVATE);
    } catch (FileAlreadyExistsException e) {
      // Made before, or at once by another task of the job.
      return;
    }
  }

  private static void requirePrivate(Path made) throws IOException {
    try (OpenDirectory held = OpenDirectory.open(made)) {
      if (!held.isPrivate()) {
        throw new IOException(
            "map output cannot go to '"
                + made
                + "': it belongs to user "
                + held.attributes().owner().getName()
                + " with the permissions "
                + PosixFilePermissions.toString(held.attributes().permissions())
                + "; it must be this user's own and closed to others");
      }
    } catch (NotDirectoryException e) {
      throw new IOException("map output cannot go to '" + made + "': it is no directory", e);
    }
  }

  /** The lease of the job that has the output begins with that job's name. */
  private void requireNoOtherJob() throws IOException {
    Path lease = directory.resolveSibling(LEASE);
    try (var in = Files.newInputStream(lease, LinkOption.NOFOLLOW_LINKS)) {
      String text = new String(in.readNBytes(MAX_LEASE_BYTES), StandardCharsets.UTF_8);
      String job = text.lines().findFirst().orElse("");
      if (!directory.endsWith(NAME + job)) {
        throw new IOException(
            "map output cannot go to '" + directory + "': job " + job + " has the output now");
      }
    } catch (NoSuchFileException e) {
      // An application master that begins again has removed it.
      return;
    }
  }

  private boolean isPending() {
    return directory.getParent().endsWith(PENDING);
  }

  Path attempt(TaskAttemptID attempt) {
    return directory.resolve(attempt.toString());
  }

  /** Removes what an attempt wrote. */
  void removeAttempt(TaskAttemptID attempt) throws IOException {
    OpenDirectory.deleteTree(attempt(attempt));
  }

  /**
   * Removes everything. What tasks that still run put there meanwhile goes too; they cannot make
   * the directory again. Nothing happens if it is gone.
   */
  public void remove() throws IOException {
    OpenDirectory.deleteTree(directory);
  }

  /**
   * Refuses to go on where this host does not show the directory: what is missing in it is then not
   * the fault of others.
   *
   * @throws IOException in one sentence
   */
  void requireReadable() throws IOException {
    try {
      Files.newDirectoryStream(directory).close();
    } catch (IOException e) {
      throw explained(e);
    }
  }

  /** The same failure with what is wrong with the directory, where that can be determined. */
  public IOException explained(IOException failure) {
    return obstacle(failure)
        .map(
            why ->
                new IOException(
                    "the directory for map output, '" + directory + "', cannot be used: " + why,
                    failure))
        .orElse(failure);
  }

  private Optional<String> obstacle(IOException failure) {
    String text = FailureDetails.messages(failure);
    if (text.contains("No space left on device") || text.contains("Disk quota exceeded")) {
      return Optional.of("there is no room left; make room, or set situ.mapreduce.shuffle=local");
    }
    if (text.contains("Read-only file system")) {
      return Optional.of("it is mounted read-only on " + FailureDetails.host());
    }
    if (failure instanceof AccessDeniedException || text.contains("Permission denied")) {
      return Optional.of(
          "user " + FailureDetails.user() + " may not write there on " + FailureDetails.host());
    }
    if (!Files.isDirectory(directory)
        && (failure instanceof NoSuchFileException || failure instanceof FileNotFoundException)) {
      return Optional.of(
          "it is not there on " + FailureDetails.host() + "; is the store mounted on that host?");
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
