// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import io.situ.mapreduce.shuffle.FailureDetails;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one application, for its user alone.
 *
 * <pre>
 *   DIR/situ-spark-APPLICATION-RANDOM/
 *     heartbeat                        its time of change shows that it is in use, and its text
 *                                      the {@link HeartbeatExpiry}
 *     data-RANDOM/shuffle-3/map-17
 *     removed-RANDOM                   a shuffle that is being removed
 *     unchecked-NAME                   the directory of another application that is looked at
 *                                      before it is removed
 * </pre>
 *
 * <p>Tasks that end late still read and write after it was removed, when another user may have made
 * a directory of its name. They find nothing there, because the name of the directory for data
 * cannot be seen from outside.
 *
 * <p>The heartbeat is removed after everything else, so that what a removal leaves that was cut
 * short is removed by another application.
 *
 * <p>Only the driver creates it, so that a task that ends late cannot bring it back. Thread-safe.
 */
public final class ApplicationDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(ApplicationDirectory.class);

  /** What the names of applications' directories begin with. */
  static final String PREFIX = "situ-spark-";

  private static final String HEARTBEAT = "heartbeat";

  private static final String DATA = "data-";

  /** What the name of another application's directory begins with while it is in this one. */
  private static final String UNCHECKED = "unchecked-";

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);
  private static final int MAX_DELETIONS = 20;
  private static final long EARLIER_MILLIS = 10_000;

  private final SharedFiles files;
  private final Path path;
  private final Path data;
  private final String owner;
  private final HeartbeatExpiry expiry;

  private ApplicationDirectory(SharedFiles files, Path data, String owner, HeartbeatExpiry expiry) {
    this.files = files;
    this.path = data.getParent();
    this.data = data;
    this.owner = owner;
    this.expiry = expiry;
  }

  /**
   * Creates the directory.
   *
   * @param files with the directory that it will be in
   * @param application its identifier, for people who read the name
   * @param expiry of its heartbeat, which other applications go by
   * @throws IOException in one sentence, if it cannot be created or others could get at it
   */
  public static ApplicationDirectory create(
      SharedFiles files, String application, HeartbeatExpiry expiry) throws IOException {
    requireParent(files);
    String name = PREFIX + application.replaceAll("[^A-Za-z0-9_.-]", "_") + "-" + UUID.randomUUID();
    Path path = new Path(files.directory(), name);
    files.makePrivate(path);
    FileStatus made = files.status(path);
    if (!made.getPermission().equals(PRIVATE)) {
      files.delete(path);
      throw new IOException(
          "shuffle data cannot go to '"
              + files.directory()
              + "': the file system gave a new directory the permissions "
              + made.getPermission()
              + " instead of rwx------, so others could read or change it; choose another"
              + " spark.situ.shuffle.dir");
    }
    Path data = new Path(path, DATA + UUID.randomUUID());
    try {
      DirectoryOwners.requireSafe(files.fileSystem(), files.directory(), made.getOwner());
      writeHeartbeat(files, path, expiry);
      files.makePrivate(data);
    } catch (IOException | RuntimeException e) {
      files.delete(path);
      throw e;
    }
    ApplicationDirectory directory = new ApplicationDirectory(files, data, made.getOwner(), expiry);
    directory.requireTimes();
    return directory;
  }

  private static void writeHeartbeat(SharedFiles files, Path path, HeartbeatExpiry expiry)
      throws IOException {
    OutputStream heartbeat = files.create(heartbeat(path));
    try (heartbeat) {
      heartbeat.write(expiry.toBytes());
    } catch (IOException e) {
      throw files.explained(e);
    }
  }

  /** A file system without times that can be set refuses to set them, or does nothing. */
  private void requireTimes() throws IOException {
    String why = "a time that was set is not kept";
    try {
      long earlier = System.currentTimeMillis() - EARLIER_MILLIS;
      files.fileSystem().setTimes(heartbeat(path), earlier, -1);
      long kept = files.status(heartbeat(path)).getModificationTime();
      beat();
      if (Math.abs(kept - earlier) < EARLIER_MILLIS / 2) {
        return;
      }
    } catch (IOException | RuntimeException e) {
      why = e.getMessage();
    }
    files.delete(path);
    throw new IOException(
        "shuffle data cannot go to '"
            + files.directory()
            + "': by the times of files applications see that others live, and this file system"
            + " sets none ("
            + why
            + "); choose another spark.situ.shuffle.dir");
  }

  private static void requireParent(SharedFiles files) throws IOException {
    FileStatus parent;
    try {
      parent = files.fileSystem().getFileStatus(files.directory());
    } catch (FileNotFoundException e) {
      throw new IOException(
          "shuffle data cannot go to '"
              + files.directory()
              + "': it is not there; create it, or choose another spark.situ.shuffle.dir",
          e);
    } catch (IOException e) {
      throw files.explained(e);
    }
    if (!parent.isDirectory()) {
      throw new IOException(
          "shuffle data cannot go to '" + files.directory() + "': it is not a directory");
    }
  }

  /**
   * Refuses a directory of an application that is in place of the one that the driver created.
   * Nothing happens if this host does not show the directory.
   *
   * @param owner of the directory as the driver created it, by {@link #owner()}
   * @throws IOException in one sentence
   */
  public static void requirePrivate(SharedFiles files, Path application, String owner)
      throws IOException {
    FileStatus found;
    try {
      found = files.status(application);
    } catch (FileNotFoundException e) {
      return;
    }
    if (!isPrivate(found)) {
      throw new IOException(
          "shuffle data in '"
              + application
              + "' cannot be used: it must be a directory with the permissions rwx------, and is"
              + (found.isDirectory() ? " one of user " : " none, of user ")
              + found.getOwner()
              + " with "
              + found.getPermission()
              + ", so another user may have put it there");
    }
    if (!found.getOwner().equals(owner) && !isOwn(files, found)) {
      throw new IOException(
          "shuffle data in '"
              + application
              + "' cannot be used: the driver created it as user "
              + owner
              + ", and on "
              + FailureDetails.host()
              + " it belongs to user "
              + found.getOwner()
              + ", so another user may have put it there; if both are one user, give that user the"
              + " same name on all hosts");
    }
  }

  /** Returns whether what this process creates belongs to the directory's owner, by any name. */
  private static boolean isOwn(SharedFiles files, FileStatus directory) {
    Path created = new Path(directory.getPath(), "owner-" + UUID.randomUUID());
    try {
      files.create(created).close();
      try {
        return files.status(created).getOwner().equals(directory.getOwner());
      } finally {
        files.delete(created);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("whose directory '{}' is was not found out", directory.getPath(), e);
      return false;
    }
  }

  private static boolean isPrivate(FileStatus found) {
    return found.isDirectory() && !found.isSymlink() && found.getPermission().equals(PRIVATE);
  }

  private static Path heartbeat(Path directory) {
    return new Path(directory, HEARTBEAT);
  }

  /** Returns where it is. */
  public Path path() {
    return path;
  }

  /** Returns the directory in it that shuffles go to. */
  public Path data() {
    return data;
  }

  /** Returns the user that the file system says it belongs to, on the host of the driver. */
  public String owner() {
    return owner;
  }

  /** Returns the expiry of its heartbeat. */
  public HeartbeatExpiry expiry() {
    return expiry;
  }

  /**
   * Shows that the application is alive, by the time of this process. A write would have the file
   * system's time, and would fail where there is no room left.
   */
  public void beat() throws IOException {
    files.fileSystem().setTimes(heartbeat(path), System.currentTimeMillis(), -1);
  }

  /** Returns when the application showed last that it is alive, in milliseconds since 1970. */
  long lastBeat() throws IOException {
    return files.status(heartbeat(path)).getModificationTime();
  }

  /**
   * Returns when the application of a directory showed last that it is alive.
   *
   * @throws FileNotFoundException if the directory does not show it
   * @throws IOException if that is not this user's own file
   */
  long lastBeat(Path directory) throws IOException {
    FileStatus beat = files.status(heartbeat(directory));
    if (!beat.isFile() || !beat.getOwner().equals(owner)) {
      throw new IOException("'" + beat.getPath() + "' is not a file of user " + owner);
    }
    return beat.getModificationTime();
  }

  /**
   * Returns the expiry that the application of a directory goes by; {@link HeartbeatExpiry#UNKNOWN}
   * if its heartbeat does not say it.
   */
  HeartbeatExpiry expiry(Path directory) throws IOException {
    try (InputStream in = files.open(heartbeat(directory))) {
      return HeartbeatExpiry.parse(in.readNBytes(HeartbeatExpiry.MAX_LENGTH));
    }
  }

  /** Returns whether a directory belongs to this application's user and is closed to others. */
  boolean isAlike(FileStatus other) {
    return isPrivate(other) && other.getOwner().equals(owner);
  }

  /** Returns whether this host shows the directory of an application. */
  public static boolean isVisible(SharedFiles files, Path application) {
    return files.isVisible(heartbeat(application));
  }

  /**
   * Returns whether the directory of a shuffle is surely not there: this host shows the
   * application's without it.
   */
  public boolean isLost(Path shuffle) {
    try {
      files.status(shuffle);
      return false;
    } catch (FileNotFoundException e) {
      return isVisible(files, path);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the lengths of the files in a directory by their names; empty if it is not there. */
  public Map<String, Long> lengths(Path directory) throws IOException {
    return Arrays.stream(files.list(directory))
        .collect(Collectors.toMap(file -> file.getPath().getName(), FileStatus::getLen));
  }

  /** Returns the length of a file in bytes; -1 if it is not there. */
  public long length(Path file) throws IOException {
    try {
      return files.length(file);
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  /**
   * Removes the directory of a shuffle. The tasks that write to it do not see it from the first
   * moment.
   */
  public void removeShuffle(Path shuffle) throws IOException {
    Path gone = new Path(path, "removed-" + UUID.randomUUID());
    if (files.fileSystem().rename(shuffle, gone)) {
      remove(gone);
    }
  }

  /**
   * Removes a directory of this application. What tasks that still run put there meanwhile goes
   * too.
   *
   * @throws IOException if they keep adding to it
   */
  private void remove(Path directory) throws IOException {
    IOException last = null;
    for (int i = 0; i < MAX_DELETIONS; i++) {
      try {
        files.delete(directory);
        return;
      } catch (FileNotFoundException e) {
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /**
   * Moves the directory of another application into this one, where no other user can exchange it.
   *
   * @return where it is then
   */
  Path take(Path other) throws IOException {
    Path taken = new Path(path, UNCHECKED + other.getName());
    if (!files.fileSystem().rename(other, taken)) {
      throw new IOException("it cannot be moved into '" + path + "'");
    }
    return taken;
  }

  /** Moves a directory that was taken back to where it was. */
  void giveBack(Path taken) throws IOException {
    Path back = new Path(files.directory(), taken.getName().substring(UNCHECKED.length()));
    if (!files.fileSystem().rename(taken, back)) {
      throw new IOException("'" + taken + "' cannot be moved back to '" + back + "'");
    }
  }

  /** Removes the directory of an application that was taken, its heartbeat last. */
  void removeTaken(Path taken) throws IOException {
    removeData(taken);
    remove(taken);
  }

  /**
   * Removes everything but the heartbeat. Directories of other applications that were taken and not
   * removed are moved back.
   *
   * @throws IOException if something stays
   */
  public void removeData() throws IOException {
    removeData(path);
  }

  private void removeData(Path application) throws IOException {
    IOException failure = null;
    for (FileStatus each : files.list(application)) {
      String name = each.getPath().getName();
      try {
        if (name.startsWith(UNCHECKED)) {
          giveBack(each.getPath());
        } else if (!name.equals(HEARTBEAT)) {
          remove(each.getPath());
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Removes everything.
   *
   * @throws IOException as {@link #removeData()}; the heartbeat stays then
   */
  public void remove() throws IOException {
    removeTaken(path);
  }
}
