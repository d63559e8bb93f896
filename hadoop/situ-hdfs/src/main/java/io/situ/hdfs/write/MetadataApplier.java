// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.metadata.CurrentPermissions;
import io.situ.hdfs.metadata.DirectoryRecords;
import io.situ.hdfs.metadata.ObjectAccess;
import io.situ.hdfs.metadata.PermissionApplier;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.tree.DirectReadMark;
import io.situ.hdfs.tree.FileMark;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.InodePaths;
import io.situ.storage.Attributes;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives files and directories of HDFS the owners, permissions, access lists and times of the
 * store's, while the session's lock is held. Who may not read an object may not read its file; no
 * user may write it. Thread-safe.
 */
public final class MetadataApplier {

  private static final Logger LOG = LoggerFactory.getLogger(MetadataApplier.class);

  /** HDFS makes no copies where no DataNode offers room on the storage that a policy wants. */
  private static final String NEVER_COPIED = "COLD";

  private static final int NO_WRITE = 0555;

  /** What a directory has until it gets what its object has. */
  private static final FsPermission PRIVATE = new FsPermission((short) 0700);

  /** What permissions say of the owner. */
  private static final int OWNER = 0700;

  /** That a time stays as it is. */
  private static final long KEEP = -1;

  private final ClientProtocol nameNode;
  private final NamespaceLock lock;
  private final CurrentPermissions lists;
  private final PermissionApplier access;
  private final DirectoryRecords records;

  public MetadataApplier(AttachSession session) {
    this.nameNode = session.nameNode();
    this.lock = session.lock();
    this.lists = session.settings().lists();
    this.access = new PermissionApplier(session.nameNode());
    this.records = new DirectoryRecords(session.nameNode());
  }

  /** What a file has, mostly, where no reader sees it yet. */
  static FsPermission ofFile(Attributes attributes) {
    return new FsPermission((short) (attributes.mode() & NO_WRITE));
  }

  /**
   * Finishes a new file; the attribute that says what it is made of comes last.
   *
   * @throws StoreException {@code CHANGED} or {@code NOT_FOUND} if the object is not what was
   *     linked any more
   */
  void finish(FileUnderConstruction file) throws IOException {
    ObjectAccess object = lists.of(file.source());
    String path = file.inode();
    nameNode.setStoragePolicy(path, NEVER_COPIED);
    if (!isOwned(file.created(), object)) {
      nameNode.setOwner(path, object.owner(), object.group());
    }
    access.apply(path, file.created(), object);
    nameNode.setTimes(path, object.modified(), KEEP);
    markForDirectReads(file);
    XAttr mark = XAttrHelper.buildXAttr(FileMark.ATTRIBUTE, file.mark().toBytes());
    nameNode.setXAttr(path, mark, EnumSet.of(XAttrSetFlag.CREATE));
  }

  /** A file for which that fails is read through DataNodes alone. */
  private void markForDirectReads(FileUnderConstruction file) {
    XAttr mark = XAttrHelper.buildXAttr(DirectReadMark.ATTRIBUTE, file.directReadMark().toBytes());
    try {
      nameNode.setXAttr(
          file.directReadPath(), mark, EnumSet.of(XAttrSetFlag.CREATE, XAttrSetFlag.REPLACE));
    } catch (IOException e) {
      LOG.debug("clients read {} through DataNodes only", file.path(), e);
    }
  }

  /**
   * Makes a directory, or makes one that is there what it should be.
   *
   * @throws StoreException {@code NOT_FOUND}, {@code NOT_A_DIRECTORY} or {@code CHANGED} if the
   *     store has no such directory any more
   */
  public void directory(String path, AttachItem source) throws IOException {
    directory(path, source, inode -> {});
  }

  /**
   * As {@link #directory(String, AttachItem)}.
   *
   * @param claim is asked before anything is changed
   * @return it, and the store's as that was looked at
   */
  AttachedDirectoryCache.Held directory(
      String path, AttachItem source, AttachedDirectoryCache.Claim claim) throws IOException {
    ObjectAccess object = lists.of(source);
    HdfsFileStatus there = madeIfMissing(path, source);
    claim.take(there.getFileId());
    lock.during(() -> giveAccess(there, object));
    return new AttachedDirectoryCache.Held(there.getFileId(), object.object());
  }

  private HdfsFileStatus madeIfMissing(String path, AttachItem source) throws IOException {
    HdfsFileStatus there = nameNode.getFileInfo(path);
    if (there == null) {
      nameNode.mkdirs(path, PRIVATE, true);
      there = nameNode.getFileInfo(path);
      if (there == null) {
        throw new StoreException(
            StoreException.Kind.CHANGED,
            source.object().path(),
            "has no directory in HDFS: it was moved away as soon as it was made");
      }
    } else if (!there.isDirectory()) {
      throw new StoreException(
          StoreException.Kind.NOT_A_DIRECTORY,
          source.object().path(),
          "is a file of HDFS's own there, where the store has a directory; move that away");
    }
    return there;
  }

  private boolean giveAccess(HdfsFileStatus directory, ObjectAccess object) throws IOException {
    String inode = InodePaths.path(directory.getFileId());
    records.enter(inode, directory, object);
    return access.apply(inode, own(inode, directory, object), object);
  }

  /**
   * Makes a file that is there what it should be.
   *
   * @return whether anything was to be changed
   * @throws StoreException {@code CHANGED} or {@code NOT_FOUND} if the object is not the source any
   *     more
   */
  public boolean adjust(HdfsFileInfo file, AttachItem source) throws IOException {
    ObjectAccess object = lists.of(source);
    String path = file.inode();
    boolean changed = !isOwned(file.status(), object);
    changed |= access.apply(path, own(path, file.status(), object), object);
    if (file.status().getModificationTime() != object.modified()) {
      nameNode.setTimes(path, object.modified(), KEEP);
      changed = true;
    }
    return changed;
  }

  /** Whether files and directories were closed that have to be looked at again. */
  public boolean hasClosed() {
    return records.hasClosed();
  }

  private static boolean isOwned(HdfsFileStatus now, ObjectAccess object) {
    return object.owner().equals(now.getOwner()) && object.group().equals(now.getGroup());
  }

  /**
   * Gives it the object's owner and group. Group and others get nothing first, for what they may is
   * said by permissions that the object has now and this has not yet.
   *
   * @return what it is then
   */
  private HdfsFileStatus own(String path, HdfsFileStatus now, ObjectAccess object)
      throws IOException {
    if (isOwned(now, object)) {
      return now;
    }
    short mode = now.getPermission().toShort();
    boolean open = (mode & ~OWNER) != 0;
    if (open) {
      nameNode.setPermission(path, new FsPermission((short) (mode & OWNER)));
    }
    nameNode.setOwner(path, object.owner(), object.group());
    return open ? nameNode.getFileInfo(path) : now;
  }
}
