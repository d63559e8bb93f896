// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.source.AttachedTree;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;

/**
 * The directory of HDFS at which a tree is attached.
 *
 * @param path in HDFS, without a slash at its end; empty for the root of HDFS
 * @param inode of the directory
 * @param tree what is attached there
 * @param old whether an older Situ has noted that, where any user could
 */
public record TreeRoot(String path, long inode, AttachedTree tree, boolean old) {

  /**
   * Returns the nearest one at or above a path; empty if there is none.
   *
   * @throws StoreException if the caller is not the HDFS superuser, from whom alone HDFS does not
   *     hide it
   */
  public static Optional<TreeRoot> of(DistributedFileSystem hdfs, Path path) throws IOException {
    requireSuperuser(hdfs);
    for (Path at = path; at != null; at = at.getParent()) {
      Optional<TreeRoot> root = find(hdfs, at);
      if (root.isPresent()) {
        return root;
      }
    }
    return Optional.empty();
  }

  /** Returns the directory if something is attached at just it. */
  public static Optional<TreeRoot> find(DistributedFileSystem hdfs, Path at) throws IOException {
    String text = at.toUri().getPath();
    HdfsFileStatus status = hdfs.getClient().getNamenode().getFileInfo(text);
    if (status == null) {
      return Optional.empty();
    }
    long inode = status.getFileId();
    Path held = new Path(InodePaths.path(inode));
    String path = text.equals("/") ? "" : text;
    try {
      Optional<TreeRoot> root =
          AttachedTree.read(hdfs, held).map(tree -> new TreeRoot(path, inode, tree, false));
      return root.isPresent()
          ? root
          : AttachedTree.readOld(hdfs, held).map(tree -> new TreeRoot(path, inode, tree, true));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** The same with what is to be attached there. */
  public TreeRoot with(AttachedTree other) {
    return new TreeRoot(path, inode, other, old);
  }

  /**
   * Returns the nearest one at or above a path.
   *
   * @throws StoreException if there is none, or an older Situ has made it
   */
  public static TreeRoot required(DistributedFileSystem hdfs, Path path) throws IOException {
    Optional<TreeRoot> root = of(hdfs, path);
    if (root.isEmpty()) {
      String what =
          hdfs.exists(path)
              ? "nothing is attached at '" + path + "' or at a directory above"
              : "'" + path.toUri().getPath() + "' is not there in HDFS";
      throw new StoreException(Kind.NOT_FOUND, null, what);
    }
    root.get().refuseOld();
    return root.get();
  }

  /** Refuses marks that any user could have set. */
  public void refuseOld() throws StoreException {
    if (old) {
      throw new StoreException(
          Kind.UNSUPPORTED,
          null,
          "'"
              + path
              + "' was attached by an older version of Situ, whose marks any user of HDFS may set;"
              + " 'situ attach "
              + tree.uri()
              + " TARGET' links its files again");
    }
  }

  /**
   * @throws StoreException if the caller is not the HDFS superuser
   */
  public static void requireSuperuser(DistributedFileSystem hdfs) throws IOException {
    try {
      hdfs.getXAttrs(new Path("/"), List.of(AttachedTree.ATTRIBUTE));
    } catch (AccessControlException e) {
      throw new StoreException(
          Kind.PERMISSION_DENIED,
          null,
          "only the HDFS superuser sees what is attached; call this command as that user",
          e);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("not found")) {
        throw e;
      }
    }
  }

  public Path directory() {
    return new Path(path.isEmpty() ? "/" : path);
  }

  /** Returns the directory of the store below which no link on the way to an object is followed. */
  public static StorePath top(Optional<TreeRoot> root, LinkedBlock object) {
    return root.map(TreeRoot::tree)
        .filter(tree -> tree.store().equals(object.store()) && tree.isBelow(object.object()))
        .map(AttachedTree::root)
        .orElse(StorePath.ROOT);
  }

  /** Where a path is below this, beginning with a slash; empty for this itself. */
  public String place(String below) {
    return below.substring(path.length());
  }

  /** Whether a file is attached and is in the place of its object. */
  public boolean isInPlace(HdfsFileInfo file) {
    return file.isAttached() && isOf(file.mark().get(), file);
  }

  /** Whether a file's object is the one of the file's place. */
  private boolean isOf(LinkedBlock object, HdfsFileInfo file) {
    return object.store().equals(tree.store()) && tree.isAt(object.object(), place(file.path()));
  }

  /** Whether a file is in the place of its object, and an older Situ says that it is attached. */
  public boolean isOldInPlace(HdfsFileInfo file) {
    return old && file.isOld() && isOf(file.old().get(), file);
  }
}
