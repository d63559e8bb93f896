// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.launch;

import io.situ.hadoop.fs.ReplacementCheck;
import io.situ.hadoop.fs.ReplacementCheck.Replaceable;
import io.situ.hadoop.fs.config.PrivilegedKeys;
import io.situ.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory, on a file system that all hosts read, of files that jobs run as code. A file counts
 * only if it, the directory, all directories above and symbolic links on the way are owned by who
 * may be trusted with code, and no other can write there. Not thread-safe; several processes may
 * use one directory at once.
 */
final class KeptFiles {

  private static final Logger LOG = LoggerFactory.getLogger(KeptFiles.class);
  private static final int LEFT_DAYS = 7;

  /**
   * Names that end with a UUID, of directories of work and of parts of jars, archives and notes.
   */
  private static final Pattern LEFT =
      Pattern.compile(
          "\\.(work-|(\\p{XDigit}{64}-.+|.+\\.jsa|.+\\.classes\\.json)\\.)"
              + "\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final FsPermission PRIVATE = new FsPermission((short) 0700);
  private static final FsPermission READABLE = new FsPermission((short) 0644);

  private final FileSystem fs;
  private final Path directory;
  private final Set<String> owners;

  private KeptFiles(FileSystem fs, Path directory, Set<String> owners) {
    this.fs = fs;
    this.directory = directory;
    this.owners = owners;
  }

  /**
   * Returns the directory that a configuration names, by default one in the user's home directory
   * on the file system that has the job's staging directory.
   */
  static KeptFiles of(Configuration conf) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Path staging =
        new Path(
            conf.getTrimmed(MRJobConfig.MR_AM_STAGING_DIR, MRJobConfig.DEFAULT_MR_AM_STAGING_DIR));
    Optional<String> named = LaunchKeys.DIRECTORY.find(conf::get);
    Path directory =
        named.isPresent()
            ? new Path(named.get())
            : new Path(staging.getFileSystem(conf).getHomeDirectory(), ".situ");
    FileSystem fs = directory.getFileSystem(conf);
    Set<String> owners = new HashSet<>(LaunchKeys.OWNERS.find(conf::get).orElse(List.of()));
    owners.add(user);
    return new KeptFiles(fs, fs.makeQualified(directory), owners);
  }

  /**
   * Returns the directory, as {@link #of} does, for files that a job's processes run: in a process
   * that serves several users only if its site files name it and its owners, not a session.
   *
   * @throws StoreException {@code PERMISSION_DENIED} naming the key
   */
  static KeptFiles toRun(Configuration conf) throws IOException {
    PrivilegedKeys.requireFromSite(
        conf, List.of(LaunchKeys.DIRECTORY.name(), LaunchKeys.OWNERS.name()));
    return of(conf);
  }

  /** Returns whether this host's own root is the file system, which other hosts may not have. */
  boolean isOfThisHost() {
    return fs.getScheme().equals("file") || fs.getUri().getAuthority() == null;
  }

  Path directory() {
    return directory;
  }

  FileSystem fs() {
    return fs;
  }

  /** Makes the directory, for its owner only, if it is not there. */
  void create() throws IOException {
    if (!fs.exists(directory)) {
      fs.mkdirs(directory.getParent());
      fs.mkdirs(directory, PRIVATE);
      fs.setPermission(directory, PRIVATE);
    }
  }

  /**
   * Returns the plain files of the directory; none if it is not there.
   *
   * @throws UntrustedFileException if another user could have put them there
   */
  List<FileStatus> list() throws IOException {
    try {
      requireTrusted();
      return Arrays.stream(fs.listStatus(directory)).filter(FileStatus::isFile).toList();
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }

  /**
   * Returns a file of the directory, if it is there.
   *
   * @throws UntrustedFileException if another user could have put it there or changed it
   */
  Optional<FileStatus> find(String name) throws IOException {
    try {
      requireTrusted();
      FileStatus file = fs.getFileStatus(new Path(directory, name));
      requireOwned(file, owners);
      return file.isFile() ? Optional.of(file) : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Fails for what others than the trusted users could have written. */
  void requireOwned(FileStatus file) throws UntrustedFileException {
    requireOwned(file, owners);
  }

  /** Returns whether the directory is the calling user's own and closed to all others. */
  boolean isPrivate() throws IOException {
    FileStatus kept = fs.getFileStatus(directory);
    FsPermission mode = kept.getPermission();
    return kept.getOwner().equals(UserGroupInformation.getCurrentUser().getShortUserName())
        && mode.getGroupAction() == FsAction.NONE
        && mode.getOtherAction() == FsAction.NONE;
  }

  /**
   * Fails if others than the trusted users could put files there, or another directory in its
   * place. What is on the way to it may also belong to the superuser, as {@link ReplacementCheck}
   * says.
   *
   * @throws FileNotFoundException if it is not there
   */
  void requireTrusted() throws IOException {
    requireOwned(fs.getFileStatus(directory), owners);
    Optional<Replaceable> found = ReplacementCheck.find(fs, directory, owners);
    if (found.isPresent()) {
      String path = found.get().path();
      throw found
          .get()
          .owner()
          .map(owner -> foreign(path, owner))
          .orElseGet(() -> writable(path, found.get().permission()));
    }
  }

  private static void requireOwned(FileStatus file, Collection<String> owners)
      throws UntrustedFileException {
    FsPermission mode = file.getPermission();
    if (!owners.contains(file.getOwner())) {
      throw foreign(file.getPath().toString(), file.getOwner());
    }
    if (mode.getGroupAction().implies(FsAction.WRITE)
        || mode.getOtherAction().implies(FsAction.WRITE)) {
      throw writable(file.getPath().toString(), mode);
    }
  }

  private static UntrustedFileException foreign(String path, String owner) {
    return new UntrustedFileException(
        path + " is owned by " + owner + "; " + LaunchKeys.OWNERS.name() + " can allow that");
  }

  private static UntrustedFileException writable(String path, FsPermission mode) {
    return new UntrustedFileException(
        path + " can be written by others than its owner (" + mode + ")");
  }

  /**
   * Copies a file of this host there, which appears when it is whole. If it is there already, that
   * one stays.
   */
  FileStatus put(java.nio.file.Path local, String name, Configuration conf) throws IOException {
    Path whole = new Path(directory, name);
    Path part = hidden(name);
    try {
      FileUtil.copy(local.toFile(), fs, part, false, conf);
      fs.setPermission(part, READABLE);
      if (!fs.rename(part, whole) && !fs.exists(whole)) {
        throw new IOException("cannot rename " + part + " to " + whole);
      }
    } finally {
      delete(part);
    }
    return find(name).orElseThrow(() -> new FileNotFoundException(whole + " is gone"));
  }

  /** A name that no job looks for, and that {@link #deleteLeft} knows. */
  private Path hidden(String name) {
    return new Path(directory, "." + name + "." + UUID.randomUUID());
  }

  /**
   * Gives a file another name, by which it is deleted a week after it was written at the latest.
   *
   * @return where it is now; empty if it is not there
   * @throws UntrustedFileException if another user could have put it there or changed it
   */
  Optional<Path> hide(String name) throws IOException {
    if (find(name).isEmpty()) {
      return Optional.empty();
    }
    Path hidden = hidden(name);
    rename(new Path(directory, name), hidden);
    return Optional.of(hidden);
  }

  void rename(Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException("cannot rename " + from + " to " + to);
    }
  }

  /** Returns the name of a mark for the present day, in UTC. */
  static String dayMark(String name) {
    return name + "-" + LocalDate.now(ZoneOffset.UTC);
  }

  /**
   * Makes a mark named after the present day, in UTC, unless it is there, and deletes those of
   * earlier days. Of several processes that do so at once one does, where the file system creates
   * files exclusively. By another host's clock it may be the next day already: that one's mark
   * stays.
   *
   * @return whether it is made now
   */
  boolean markDay(String name) throws IOException {
    String today = dayMark(name);
    try {
      fs.create(new Path(directory, today), false).close();
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    for (FileStatus file : list()) {
      String other = file.getPath().getName();
      if (other.startsWith(name + "-") && other.compareTo(today) < 0) {
        delete(file.getPath());
      }
    }
    return true;
  }

  /**
   * Deletes what processes have left that were killed long ago: parts of files, and directories of
   * work. What cannot be deleted stays, which is logged.
   */
  void deleteLeft() throws IOException {
    for (FileStatus file : fs.listStatus(directory)) {
      if (LEFT.matcher(file.getPath().getName()).matches() && isOlder(file, LEFT_DAYS)) {
        delete(file.getPath());
      }
    }
  }

  /** Returns whether a file was written longer ago than so many days. */
  static boolean isOlder(FileStatus file, int days) {
    return System.currentTimeMillis() - file.getModificationTime() > TimeUnit.DAYS.toMillis(days);
  }

  /** Deletes a file or a directory of the directory, if it is there, and logs what came of it. */
  void delete(Path path) {
    try {
      if (fs.delete(path, true)) {
        LOG.info("{} is not used any more and was deleted", path);
      }
    } catch (IOException e) {
      LOG.warn("{} is not used any more and cannot be deleted: {}", path, e.getMessage());
    }
  }

  /** Thrown for files that are not run as code. */
  static final class UntrustedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    UntrustedFileException(String message) {
      super(message);
    }
  }
}
