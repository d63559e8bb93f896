// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.tree;

import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.HdfsFailures;
import io.situ.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hidden directory beside a target in which files are made before they come into sight. It is
 * also the journal: each file in it that is whole says what it was made of, so an attach that was
 * stopped can be taken up. Who takes it up moves what is in it to a new one, and a process that
 * still works in the old one finds it gone.
 *
 * <p>Who may write the target's parent can make directories of such names, and rename this one. So
 * it is known by an attribute that only the HDFS superuser can set, no other user may enter it, and
 * it is used by its inode, never by its name.
 */
public final class Staging {

  /** Says of which tree a hidden directory is. */
  static final String ATTRIBUTE = "trusted.situ.staging";

  private static final Logger LOG = LoggerFactory.getLogger(Staging.class);
  private static final FsPermission PRIVATE = new FsPermission((short) 0700);
  private static final String TREE = "/tree";
  private static final int MAX_NAMES = 32;
  private static final int NEXT_NAMES = 1_000_000;

  private final DistributedFileSystem hdfs;
  private final ClientProtocol nameNode;
  private final Path target;
  private final AttachedTree tree;
  private final Created created;
  private final long id;
  private final boolean resumed;

  private Staging(
      DistributedFileSystem hdfs,
      Path target,
      AttachedTree tree,
      Created created,
      boolean resumed) {
    this.hdfs = hdfs;
    this.nameNode = hdfs.getClient().getNamenode();
    this.target = target;
    this.tree = tree;
    this.created = created;
    this.id = created.id();
    this.resumed = resumed;
  }

  /**
   * A hidden directory of this target that the HDFS superuser has made.
   *
   * @param tree of which tree it says that it is; empty if it says nothing that is understood
   * @param marked false if it was empty and its maker was stopped before it could say anything
   */
  private record Left(long id, long number, Optional<AttachedTree> tree, boolean marked) {}

  /**
   * A new hidden directory.
   *
   * @param name its path when it was made
   */
  private record Created(String name, long id) {}

  /** Takes up what an attach of the same tree has left, or begins; takes anything else away. */
  public static Staging open(DistributedFileSystem hdfs, Path target, AttachedTree tree)
      throws IOException {
    List<Left> left = leftBehind(hdfs, target);
    long last = left.isEmpty() ? 0 : left.get(left.size() - 1).number();
    hdfs.mkdirs(target.getParent());
    Created created = create(hdfs, target, tree, last + 1);
    ClientProtocol nameNode = hdfs.getClient().getNamenode();
    // The last may hold nothing: its maker may have been stopped before it took up another one.
    boolean resumed = false;
    for (int i = left.size() - 1; i >= 0 && !resumed; i--) {
      resumed =
          left.get(i).tree().filter(tree::isOf).isPresent()
              && takeUp(nameNode, left.get(i).id(), created.id());
    }
    if (!resumed) {
      nameNode.mkdirs(InodePaths.path(created.id()) + TREE, PRIVATE, false);
    }
    for (Left other : left) {
      delete(nameNode, other);
    }
    return new Staging(hdfs, target, tree, created, resumed);
  }

  /** Makes a new one, of a name that nothing has. */
  private static Created create(
      DistributedFileSystem hdfs, Path target, AttachedTree tree, long number) throws IOException {
    ClientProtocol nameNode = hdfs.getClient().getNamenode();
    String caller = UserGroupInformation.getCurrentUser().getShortUserName();
    long next = number;
    for (int i = 0; i < MAX_NAMES; i++) {
      Path path = new Path(target.getParent(), ".situ-attach-" + next + "-" + target.getName());
      next += 1 + ThreadLocalRandom.current().nextInt(NEXT_NAMES);
      String name = path.toUri().getPath();
      if (nameNode.getFileInfo(name) != null) {
        continue;
      }
      nameNode.mkdirs(name, PRIVATE, false);
      HdfsFileStatus made = nameNode.getFileInfo(name);
      if (made != null
          && isPrivate(made)
          && isEmptyOf(caller, made)
          && claim(hdfs, made.getFileId(), tree)) {
        return new Created(name, made.getFileId());
      }
    }
    throw new StoreException(
        StoreException.Kind.ALREADY_EXISTS,
        null,
        "no hidden directory of '"
            + caller
            + "' can be made in '"
            + target.getParent()
            + "' because others are made there under the names that it would have; attach to a"
            + " directory whose parent only the HDFS superuser may write");
  }

  private static boolean isPrivate(HdfsFileStatus status) {
    return status.isDirectory()
        && !status.hasAcl()
        && status.getPermission().toShort() == PRIVATE.toShort();
  }

  private static boolean isEmptyOf(String user, HdfsFileStatus status) {
    return status.getChildrenNum() == 0 && status.getOwner().equals(user);
  }

  /** Marks a new directory; false if another attach took it for one that was left behind. */
  private static boolean claim(DistributedFileSystem hdfs, long id, AttachedTree tree)
      throws IOException {
    try {
      hdfs.setXAttr(
          new Path(InodePaths.path(id)),
          ATTRIBUTE,
          tree.toBytes(),
          EnumSet.of(XAttrSetFlag.CREATE));
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Moves what another one holds; false if it was stopped before it held anything. */
  private static boolean takeUp(ClientProtocol nameNode, long from, long to) throws IOException {
    try {
      if (nameNode.getFileInfo(InodePaths.path(from) + TREE) == null) {
        return false;
      }
      nameNode.rename2(
          InodePaths.path(from) + TREE, InodePaths.path(to) + TREE, Options.Rename.NONE);
      return true;
    } catch (IOException e) {
      if (isThere(nameNode, from)) {
        throw e;
      }
      return false;
    }
  }

  /** What attaches of this target that were stopped have left, by ascending number. */
  private static List<Left> leftBehind(DistributedFileSystem hdfs, Path target) throws IOException {
    if (target.isRoot() || !hdfs.exists(target.getParent())) {
      return List.of();
    }
    PathFilter named = path -> number(path, target) >= 0;
    List<Left> found = new ArrayList<>();
    for (FileStatus status : hdfs.listStatus(target.getParent(), named)) {
      left(hdfs, (HdfsFileStatus) status, number(status.getPath(), target)).ifPresent(found::add);
    }
    found.sort(Comparator.comparingLong(Left::number));
    return found;
  }

  private static Optional<Left> left(DistributedFileSystem hdfs, HdfsFileStatus status, long number)
      throws IOException {
    String inode = InodePaths.path(status.getFileId());
    try {
      Map<String, byte[]> values = hdfs.getXAttrs(new Path(inode));
      HdfsFileStatus now = hdfs.getClient().getNamenode().getFileInfo(inode);
      String caller = UserGroupInformation.getCurrentUser().getShortUserName();
      boolean marked = values.containsKey(ATTRIBUTE);
      if (now != null && isPrivate(now) && (marked || isEmptyOf(caller, now))) {
        Optional<AttachedTree> tree =
            Optional.ofNullable(values.get(ATTRIBUTE)).flatMap(AttachedTree::parse);
        return Optional.of(new Left(status.getFileId(), number, tree, marked));
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    LOG.warn("'{}' was not made by this Situ and stays", ((FileStatus) status).getPath());
    return Optional.empty();
  }

  private static long number(Path path, Path target) {
    Matcher name =
        Pattern.compile("\\.situ-attach-(\\d{1,18})-" + Pattern.quote(target.getName()))
            .matcher(path.getName());
    return name.matches() ? Long.parseLong(name.group(1)) : -1;
  }

  /**
   * Takes away what attaches of this target that were stopped have left.
   *
   * @return whether there was anything
   */
  public static boolean clear(DistributedFileSystem hdfs, Path target) throws IOException {
    List<Left> left = leftBehind(hdfs, target);
    for (Left directory : left) {
      delete(hdfs.getClient().getNamenode(), directory);
    }
    return !left.isEmpty();
  }

  /** One without a mark goes only as an empty directory: else its maker works in it by now. */
  private static void delete(ClientProtocol nameNode, Left left) throws IOException {
    if (left.marked()) {
      delete(nameNode, left.id());
      return;
    }
    try {
      nameNode.delete(InodePaths.path(left.id()), false);
    } catch (IOException e) {
      LOG.warn("the hidden directory of inode {} stays: {}", left.id(), e.getMessage());
    }
  }

  private static void delete(ClientProtocol nameNode, long id) throws IOException {
    try {
      nameNode.delete(InodePaths.path(id), true);
    } catch (IOException e) {
      if (isThere(nameNode, id)) {
        throw e;
      }
    }
  }

  private static boolean isThere(ClientProtocol nameNode, long id) throws IOException {
    try {
      return nameNode.getFileInfo(InodePaths.path(id)) != null;
    } catch (IOException e) {
      if (HdfsFailures.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether there may be files in it that are whole. */
  public boolean isResumed() {
    return resumed;
  }

  /** Its path in HDFS, by its inode. */
  public String path() {
    return InodePaths.path(id) + TREE;
  }

  /**
   * Its path in HDFS by the name that it got, for what has no path by an inode. Who may write the
   * target's parent can give that name to something else.
   */
  public String namedPath() {
    return created.name() + TREE;
  }

  /** The tree as it is being made. */
  public TreeRoot root() throws IOException {
    HdfsFileStatus status = nameNode.getFileInfo(path());
    if (status == null) {
      throw lost(null);
    }
    return new TreeRoot(path(), status.getFileId(), tree, false);
  }

  /**
   * Makes it the target.
   *
   * @param partly whether it is not all that a snapshot reports
   */
  public void become(boolean partly) throws IOException {
    AttachedTree whole = partly ? tree.of("") : tree;
    hdfs.setXAttr(new Path(path()), AttachedTree.ATTRIBUTE, whole.toBytes());
    nameNode.rename2(path(), target.toUri().getPath(), Options.Rename.NONE);
    delete();
  }

  public void delete() throws IOException {
    delete(nameNode, id);
  }

  /** Whether another process has taken it up, or away. */
  public boolean isLost() throws IOException {
    return !isThere(nameNode, id);
  }

  public StoreException lost(Exception cause) {
    return new StoreException(
        StoreException.Kind.CHANGED,
        null,
        "another command has taken away what '"
            + target
            + "' is made in, as 'situ detach' does; this one ends",
        cause);
  }
}
