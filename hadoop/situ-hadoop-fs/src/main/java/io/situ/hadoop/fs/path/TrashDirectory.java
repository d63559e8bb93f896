// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.path;

import io.situ.storage.local.LocalDirectories;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The trash directory of this process's user at the top of a mount, by the rule of freedesktop.org:
 * no one else may read, prepare or exchange it.
 */
final class TrashDirectory {

  private static final Logger LOG = LoggerFactory.getLogger(TrashDirectory.class);
  private static final String SHARED = ".Trash";
  private static final int STICKY = 01000;
  private static final int WRITABLE_BY_OTHERS = 022;
  private static final int ANYTHING_BY_OTHERS = 077;

  private final Path top;
  private final String user;
  private final int uid;

  private TrashDirectory(Path top, String user) throws IOException {
    this.top = top;
    this.user = user;
    this.uid = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /**
   * Finds the directory, or makes it with mode 0700.
   *
   * @param top of a mount
   * @return empty if there is none and none can be made that is safe
   */
  static Optional<Path> of(Path top, String user) {
    try {
      TrashDirectory trash = new TrashDirectory(top, user);
      return trash.isSafe(top) ? trash.find() : Optional.empty();
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("no trash at {}", top, e);
      return Optional.empty();
    }
  }

  /**
   * Returns the directories that are there: real ones, no links.
   *
   * @param allUsers those of others too
   */
  static List<Path> found(Path top, String user, boolean allUsers) throws IOException {
    TrashDirectory trash = new TrashDirectory(top, user);
    List<Path> all = new ArrayList<>();
    Path shared = top.resolve(SHARED);
    if (trash.isShared(shared)) {
      all.addAll(LocalDirectories.list(shared, allUsers ? "*" : user));
    }
    all.addAll(LocalDirectories.list(top, SHARED + "-" + (allUsers ? "*" : "" + trash.uid)));
    List<Path> real = new ArrayList<>();
    for (Path each : all) {
      if (allUsers ? Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) : trash.isOwn(each)) {
        real.add(each);
      }
    }
    return real;
  }

  private Optional<Path> find() throws IOException {
    Path shared = top.resolve(SHARED);
    if (isShared(shared) && own(shared.resolve(user))) {
      return Optional.of(shared.resolve(user));
    }
    Path alone = top.resolve(SHARED + "-" + uid);
    return own(alone) ? Optional.of(alone) : Optional.empty();
  }

  /** Whether names in a directory can be exchanged by its owner, root and theirs only. */
  private boolean isSafe(Path directory) throws IOException {
    Map<String, Object> found = attributes(directory);
    int mode = (Integer) found.get("mode");
    int owner = (Integer) found.get("uid");
    return (owner == 0 || owner == uid)
        && ((mode & WRITABLE_BY_OTHERS) == 0 || (mode & STICKY) != 0);
  }

  private boolean isShared(Path directory) throws IOException {
    try {
      Map<String, Object> found = attributes(directory);
      return (Boolean) found.get("isDirectory")
          && ((Integer) found.get("mode") & STICKY) != 0
          && isSafe(directory);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Whether a directory is this user's and closed to others; made where nothing is. */
  private boolean own(Path directory) throws IOException {
    try {
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      LOG.debug("{} is there already", directory);
    } catch (IOException e) {
      LOG.debug("{} cannot be made", directory, e);
      return false;
    }
    return isOwn(directory);
  }

  private boolean isOwn(Path directory) throws IOException {
    Map<String, Object> found = attributes(directory);
    return (Boolean) found.get("isDirectory")
        && (Integer) found.get("uid") == uid
        && ((Integer) found.get("mode") & ANYTHING_BY_OTHERS) == 0;
  }

  private static Map<String, Object> attributes(Path path) throws IOException {
    return Files.readAttributes(path, "unix:isDirectory,mode,uid", LinkOption.NOFOLLOW_LINKS);
  }
}
