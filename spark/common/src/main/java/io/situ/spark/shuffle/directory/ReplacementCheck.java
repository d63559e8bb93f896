// SPDX-License-Identifier: Apache-2.0
package io.situ.spark.shuffle.directory;

import io.situ.hadoop.fs.SituFileSystem;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Refuses a directory for shuffle data where other users could replace what is created in it. All
 * who may rename a directory or a symbolic link on the way to it could: its owner, the owner of the
 * directory that it is in, and who may write to that, unless its sticky bit is set. Trusted are the
 * user and, where the directory is a path of this host or of a store of Situ, root; the root of
 * such a store may be anybody's. In other file systems (HDFS) the owner of the root directory is
 * the superuser, and root an ordinary name. Not thread-safe.
 */
final class ReplacementCheck {

  private static final String ROOT_USER = "root";
  private static final Path ROOT = Path.of("/");
  private static final int MAX_LINKS = 40;

  private final org.apache.hadoop.fs.Path said;
  private final Tree tree;
  private final String user;
  private final String superuser;

  /** Directories and links, by absolute paths. */
  @FunctionalInterface
  private interface Tree {

    /** Returns what is at a path; a symbolic link there is not followed. */
    Entry find(Path path) throws IOException;
  }

  /**
   * What is at a path.
   *
   * @param target of a symbolic link; empty for a directory
   */
  private record Entry(String owner, FsPermission permission, Optional<Path> target) {

    boolean isOpen() {
      boolean written =
          permission.getGroupAction().implies(FsAction.WRITE)
              || permission.getOtherAction().implies(FsAction.WRITE);
      return written && !permission.getStickyBit();
    }
  }

  private ReplacementCheck(
      org.apache.hadoop.fs.Path said, Tree tree, String user, String superuser) {
    this.said = said;
    this.tree = tree;
    this.user = user;
    this.superuser = superuser;
  }

  /**
   * Checks a directory and all that are above it.
   *
   * @param created the name of something that this user created in it
   * @throws IOException in one sentence, if others could replace that, or if it is not known
   */
  static void requireSafe(SharedFiles files, String created) throws IOException {
    FileSystem named = files.fileSystem();
    URI directory = named.resolvePath(files.directory()).toUri();
    if (isOn(named, directory)) {
      requireSafe(files.directory(), named, directory.getPath(), created);
    } else {
      // A file system of links to others (viewfs) has neither their owners nor their directories.
      try (FileSystem target = FileSystem.newInstance(directory, named.getConf())) {
        requireSafe(files.directory(), target, directory.getPath(), created);
      }
    }
  }

  private static boolean isOn(FileSystem files, URI path) {
    return Objects.equals(files.getUri().getScheme(), path.getScheme())
        && Objects.equals(files.getUri().getAuthority(), path.getAuthority());
  }

  /**
   * Checks a directory of a file system that has it itself.
   *
   * @param said how the user names the directory
   */
  static void requireSafe(
      org.apache.hadoop.fs.Path said, FileSystem files, String path, String created)
      throws IOException {
    Optional<Path> root = hostRoot(files);
    Path directory = root.isPresent() ? Path.of(root.get() + path) : Path.of(path);
    Tree tree = root.isPresent() ? ReplacementCheck::onHost : at -> in(files, at);
    boolean posix = root.isPresent() || files instanceof SituFileSystem;
    String superuser = posix ? ROOT_USER : find(said, tree, ROOT).owner();
    String user = find(said, tree, directory.resolve(created)).owner();
    new ReplacementCheck(said, tree, user, superuser).check(directory);
  }

  /** Returns where this host has the root of a file system; empty if it has not. */
  private static Optional<Path> hostRoot(FileSystem files) {
    if (files instanceof SituFileSystem situ) {
      return situ.store().info().hostPath().map(StorePath::toString).map(Path::of);
    }
    return "file".equals(files.getUri().getScheme()) ? Optional.of(ROOT) : Optional.empty();
  }

  private static Entry onHost(Path path) throws IOException {
    Map<String, Object> found =
        Files.readAttributes(path, "unix:mode,owner,isSymbolicLink", LinkOption.NOFOLLOW_LINKS);
    return new Entry(
        ((UserPrincipal) found.get("owner")).getName(),
        new FsPermission((short) ((Integer) found.get("mode") & 07777)),
        (Boolean) found.get("isSymbolicLink")
            ? Optional.of(Files.readSymbolicLink(path))
            : Optional.empty());
  }

  private static Entry in(FileSystem files, Path path) throws IOException {
    org.apache.hadoop.fs.Path at = new org.apache.hadoop.fs.Path(null, null, path.toString());
    FileStatus found =
        files.supportsSymlinks() ? files.getFileLinkStatus(at) : files.getFileStatus(at);
    return new Entry(
        found.getOwner(),
        found.getPermission(),
        found.isSymlink()
            ? Optional.of(Path.of(files.getLinkTarget(at).toUri().getPath()))
            : Optional.empty());
  }

  private static Entry find(org.apache.hadoop.fs.Path said, Tree tree, Path path)
      throws IOException {
    try {
      return tree.find(path);
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          sentence(said)
              + "whether other users could replace an application's directory is not known, because '"
              + path
              + "' cannot be looked at ("
              + e
              + "); choose another spark.situ.shuffle.dir",
          e);
    }
  }

  private static String sentence(org.apache.hadoop.fs.Path said) {
    return "shuffle data cannot go to '" + said + "': ";
  }

  /** Walks as the system does: links are followed one by one, each from where it really is. */
  private void check(Path directory) throws IOException {
    Deque<Path> names = new ArrayDeque<>(names(directory));
    Path at = ROOT;
    requireTrusted(at, find(said, tree, at), names.isEmpty());
    int links = 0;
    while (!names.isEmpty()) {
      Path next = at.resolve(names.pop()).normalize();
      Entry entry = find(said, tree, next);
      requireTrusted(next, entry, names.isEmpty());
      if (entry.target().isEmpty()) {
        at = next;
        continue;
      }
      links++;
      if (links > MAX_LINKS) {
        throw new IOException(sentence(said) + "too many symbolic links lead to it");
      }
      Path target = entry.target().get();
      List<Path> more = names(target);
      for (int i = more.size() - 1; i >= 0; i--) {
        names.push(more.get(i));
      }
      if (target.isAbsolute()) {
        at = ROOT;
      }
    }
  }

  private static List<Path> names(Path path) {
    List<Path> names = new ArrayList<>();
    path.forEach(names::add);
    return names;
  }

  private void requireTrusted(Path path, Entry entry, boolean last) throws IOException {
    String what = last ? "it" : "'" + path + "' on the way to it";
    if (!entry.owner().equals(user) && !entry.owner().equals(superuser)) {
      throw new IOException(
          sentence(said)
              + what
              + " belongs to user "
              + entry.owner()
              + ", who could replace an application's directory; give it to "
              + (user.equals(superuser) ? user : superuser + " or to " + user)
              + ", or choose another spark.situ.shuffle.dir");
    }
    if (entry.target().isEmpty() && entry.isOpen()) {
      throw new IOException(
          sentence(said)
              + "other users may write to "
              + what
              + ", so they could replace an application's directory; set its sticky bit (chmod +t),"
              + " take their write permission, or choose another spark.situ.shuffle.dir");
    }
  }
}
