// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.storage.Store;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/** Directories and symbolic links, by absolute paths. */
@FunctionalInterface
interface DirectoryTree {

  /**
   * Returns what is at a path; a symbolic link there is not followed.
   *
   * @throws IOException if there is nothing, or if it cannot be looked at
   */
  Entry find(String path) throws IOException;

  /**
   * What is at a path.
   *
   * @param target of a symbolic link, as its text; empty for a directory
   */
  record Entry(String owner, FsPermission permission, Optional<String> target) {

    /** Returns whether others than the owner may replace what is in a directory. */
    boolean isOpen() {
      boolean written =
          permission.getGroupAction().implies(FsAction.WRITE)
              || permission.getOtherAction().implies(FsAction.WRITE);
      return target.isEmpty() && written && !permission.getStickyBit();
    }
  }

  /** Returns what is at a path of this host. */
  static Entry findOnHost(String path) throws IOException {
    java.nio.file.Path at = hostPath(path);
    Map<String, Object> found =
        Files.readAttributes(at, "unix:mode,owner,isSymbolicLink", LinkOption.NOFOLLOW_LINKS);
    return new Entry(
        ((UserPrincipal) found.get("owner")).getName(),
        new FsPermission((short) ((Integer) found.get("mode") & 07777)),
        (Boolean) found.get("isSymbolicLink")
            ? Optional.of(Files.readSymbolicLink(at).toString())
            : Optional.empty());
  }

  private static java.nio.file.Path hostPath(String path) throws IOException {
    try {
      return java.nio.file.Path.of(path);
    } catch (InvalidPathException e) {
      throw new IOException(
          "Java cannot name it in this process's locale, of the character set "
              + System.getProperty("sun.jnu.encoding")
              + "; set LC_ALL=C.UTF-8",
          e);
    }
  }

  /** Returns the tree of a store. */
  static DirectoryTree in(Store store) {
    return path -> {
      // Hadoop's paths would shorten the text of a link.
      StoreObject found = store.stat(StorePath.of(path), false);
      Optional<String> target = found.linkTarget();
      return new Entry(
          found.attributes().owner(),
          new FsPermission((short) found.attributes().mode()),
          target.isPresent()
              ? Optional.of(inStore(store.info().hostPath(), target.get()))
              : Optional.empty());
    };
  }

  /** Returns the text of a link whose absolute target is a path of the host as one of the store. */
  private static String inStore(Optional<StorePath> root, String target) throws IOException {
    if (!target.startsWith("/") || root.filter(StorePath::isRoot).isPresent()) {
      return target;
    }
    if (root.isEmpty() || !(target + "/").startsWith(root.get() + "/")) {
      throw new IOException("it is a symbolic link that leads out of the store, to " + target);
    }
    return "/" + target.substring(root.get().toString().length());
  }

  /** Returns the tree of a file system. */
  static DirectoryTree in(FileSystem files) {
    return path -> {
      Path at = new Path(null, null, path);
      FileStatus found =
          files.supportsSymlinks() ? files.getFileLinkStatus(at) : files.getFileStatus(at);
      return new Entry(
          found.getOwner(),
          found.getPermission(),
          found.isSymlink()
              ? Optional.of(files.getLinkTarget(at).toUri().getPath())
              : Optional.empty());
    };
  }
}
