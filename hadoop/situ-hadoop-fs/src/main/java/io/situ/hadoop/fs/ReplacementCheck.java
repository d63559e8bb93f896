// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.DirectoryTree.Entry;
import io.situ.hadoop.fs.config.FileSystemSettings;
import io.situ.hadoop.fs.config.StoreCache;
import io.situ.storage.StorePath;
import io.situ.storage.config.StoreConfig;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Finds out whether users who are not trusted could put another directory in the place of one. All
 * who may rename a directory or a symbolic link on the way to it could: its owner, the owner of the
 * directory that it is in, and who may write to that, unless its sticky bit is set.
 *
 * <p>The superuser could in any case. Where the directory is a path of this host or of a store of
 * Situ, that is root; the root of such a store may be anybody's. In other file systems (HDFS) it is
 * the owner of the root directory, and root is an ordinary name.
 *
 * <p>The way begins at the root of this host where the file system is on a mount of it, and else at
 * the root of the file system: what is above the root of a store that this host reaches without a
 * mount cannot be seen. The root of a mounted store is looked at both by the path that the store's
 * keys say, which may lead through symbolic links, and by the one where it was found. Not
 * thread-safe.
 */
public final class ReplacementCheck {

  private static final String ROOT_USER = "root";
  private static final String ROOT = "/";
  private static final int MAX_LINKS = 40;

  private final DirectoryTree tree;
  private final String prefix;
  private final Set<String> users;
  private final String superuser;

  /**
   * A directory or a symbolic link that a user who is not trusted could replace, or in which one
   * could replace what is there.
   *
   * @param path of this host, or of a file system that is not mounted there
   * @param last whether it is the directory that was asked for, or a link at its path
   * @param owner the user, if it is the owner; empty if the owner is trusted and others may write
   *     to it
   * @param permission of the directory
   * @param superuser who may own it besides the trusted users
   */
  public record Replaceable(
      String path,
      boolean last,
      Optional<String> owner,
      FsPermission permission,
      String superuser) {}

  /**
   * @param prefix where this host has the root of the tree; empty if that is the host's root, or if
   *     it has not
   */
  private ReplacementCheck(DirectoryTree tree, String prefix, Set<String> users, String superuser) {
    this.tree = tree;
    this.prefix = prefix;
    this.users = users;
    this.superuser = superuser;
  }

  /**
   * Looks at a directory and at all directories and symbolic links on the way to it. Behind a file
   * system of links to others (viewfs) those of the file system count that has the directory.
   *
   * @param directory which is there
   * @param users who are trusted besides the superuser, by the names that the file system gives
   * @return the first, from the root on, that is not safe; empty if all are
   * @throws IOException in one sentence, if one of them cannot be looked at
   */
  public static Optional<Replaceable> find(FileSystem files, Path directory, Set<String> users)
      throws IOException {
    URI found = files.resolvePath(directory).toUri();
    if (isOn(files, found)) {
      return findOn(files, found.getPath(), users);
    }
    try (FileSystem target = FileSystem.newInstance(found, files.getConf())) {
      return findOn(target, found.getPath(), users);
    }
  }

  private static boolean isOn(FileSystem files, URI path) {
    return Objects.equals(files.getUri().getScheme(), path.getScheme())
        && Objects.equals(files.getUri().getAuthority(), path.getAuthority());
  }

  private static Optional<Replaceable> findOn(FileSystem files, String directory, Set<String> users)
      throws IOException {
    if (files instanceof SituFileSystem situ) {
      return findInStore(situ, directory, users);
    }
    if ("file".equals(files.getUri().getScheme())) {
      return onHost(users).walk(directory, false);
    }
    DirectoryTree tree = DirectoryTree.in(files);
    String superuser = look(tree, ROOT, ROOT).owner();
    return new ReplacementCheck(tree, "", users, superuser).walk(directory, false);
  }

  private static Optional<Replaceable> findInStore(
      SituFileSystem files, String directory, Set<String> users) throws IOException {
    if (files.getUri().getAuthority() == null) {
      return findInHostStore(files, directory, users);
    }
    Optional<StorePath> root = files.store().info().hostPath();
    if (root.isPresent()) {
      Optional<Replaceable> found = findAbove(files, root.get(), users);
      if (found.isPresent()) {
        return found;
      }
    }
    String prefix = root.filter(path -> !path.isRoot()).map(StorePath::toString).orElse("");
    DirectoryTree tree = DirectoryTree.in(files.store());
    return new ReplacementCheck(tree, prefix, users, ROOT_USER).walk(directory, false);
  }

  /**
   * Looks without regard to the roots of stores that have a name, which hide a symbolic link there.
   */
  private static Optional<Replaceable> findInHostStore(
      SituFileSystem files, String directory, Set<String> users) throws IOException {
    StoreConfig unnamed = settings(files).store().withStores(List.of());
    try (StoreCache.Lease host = StoreCache.shared().lease(unnamed)) {
      DirectoryTree tree = DirectoryTree.in(host.store());
      return new ReplacementCheck(tree, "", users, ROOT_USER).walk(directory, false);
    }
  }

  private static FileSystemSettings settings(SituFileSystem files) throws IOException {
    return FileSystemSettings.of(files.getUri(), files.getConf());
  }

  private static ReplacementCheck onHost(Set<String> users) {
    return new ReplacementCheck(DirectoryTree::findOnHost, "", users, ROOT_USER);
  }

  /** Looks at the root of a mounted store and at the way to it, by both its paths. */
  private static Optional<Replaceable> findAbove(
      SituFileSystem files, StorePath opened, Set<String> users) throws IOException {
    Set<String> roots = new LinkedHashSet<>();
    configuredRoot(files).ifPresent(root -> roots.add(root.toString()));
    roots.add(opened.toString());
    for (String root : roots) {
      Optional<Replaceable> found = onHost(users).walk(root, true);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<StorePath> configuredRoot(SituFileSystem files) throws IOException {
    return StoreCache.shared().finder().hostRoot(settings(files).store());
  }

  private Entry look(String path) throws IOException {
    return look(tree, path, shown(path));
  }

  private static Entry look(DirectoryTree tree, String path, String shown) throws IOException {
    try {
      return tree.find(path);
    } catch (IOException | RuntimeException e) {
      throw new IOException("'" + shown + "' cannot be looked at (" + e + ")", e);
    }
  }

  private String shown(String path) {
    return path.equals(ROOT) && !prefix.isEmpty() ? prefix : prefix + path;
  }

  /**
   * Walks as the system does: links are followed one by one, each from where it really is.
   *
   * @param isWay whether what the path leads to is only on the way to the directory
   */
  private Optional<Replaceable> walk(String path, boolean isWay) throws IOException {
    Deque<String> names = new ArrayDeque<>(names(path));
    String at = ROOT;
    Optional<Replaceable> found = check(at, look(at), names.isEmpty() && !isWay);
    int links = 0;
    while (found.isEmpty() && !names.isEmpty()) {
      String next = resolve(at, names.pop());
      Entry entry = look(next);
      found = check(next, entry, names.isEmpty() && !isWay);
      if (entry.target().isEmpty()) {
        at = next;
        continue;
      }
      links++;
      if (links > MAX_LINKS) {
        throw new IOException("'" + shown(next) + "' is one of too many symbolic links on the way");
      }
      String target = entry.target().get();
      List<String> more = names(target);
      for (int i = more.size() - 1; i >= 0; i--) {
        names.push(more.get(i));
      }
      if (target.startsWith(ROOT)) {
        at = ROOT;
      }
    }
    return found;
  }

  private static List<String> names(String path) {
    return Arrays.stream(path.split("/"))
        .filter(name -> !name.isEmpty() && !name.equals("."))
        .toList();
  }

  private static String resolve(String directory, String name) {
    if (name.equals("..")) {
      return directory.substring(0, Math.max(1, directory.lastIndexOf('/')));
    }
    return directory.equals(ROOT) ? ROOT + name : directory + "/" + name;
  }

  private Optional<Replaceable> check(String path, Entry entry, boolean last) {
    boolean trusted = users.contains(entry.owner()) || entry.owner().equals(superuser);
    if (trusted && !entry.isOpen()) {
      return Optional.empty();
    }
    return Optional.of(
        new Replaceable(
            shown(path),
            last,
            trusted ? Optional.empty() : Optional.of(entry.owner()),
            entry.permission(),
            superuser));
  }
}
