package io.situ.hdfs.attach;

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

/**
 * Gives files and directories of HDFS the owners, permissions, access lists and times of the
 * store's. Whoever may not read an object may not read its file; nobody may write it. Safe for use
 * by many threads.
 */
final class Dress {

  /** HDFS makes no copies where no DataNode offers room on the storage that a policy wants. */
  private static final String NEVER_COPIED = "COLD";

  private static final int NO_WRITE = 0555;
  private static final int ALL = 0777;

  /** That a time stays as it is. */
  private static final long KEEP = -1;

  private final ClientProtocol nameNode;
  private final Identities identities;
  private final AccessLists lists;
  private final Access access;

  Dress(AttachSession session) {
    this.nameNode = session.nameNode();
    this.identities = session.settings().identities();
    this.lists = session.settings().lists();
    this.access = new Access(session.nameNode());
  }

  static FsPermission ofFile(Attributes attributes) {
    return new FsPermission((short) (attributes.mode() & NO_WRITE));
  }

  static FsPermission ofDirectory(Attributes attributes) {
    return new FsPermission((short) (attributes.mode() & ALL));
  }

  /** Finishes a new file; the attribute that says what it is made of comes last. */
  void finish(NewFile file) throws IOException {
    Source source = file.source();
    Attributes attributes = source.object().attributes();
    String path = file.inode();
    nameNode.setStoragePolicy(path, NEVER_COPIED);
    own(path, file.created(), attributes);
    access.give(path, file.created(), ofFile(attributes), lists.of(source));
    nameNode.setTimes(path, attributes.modifiedMillis(), KEEP);
    XAttr mark = XAttrHelper.buildXAttr(FileMark.ATTRIBUTE, file.mark().toBytes());
    nameNode.setXAttr(path, mark, EnumSet.of(XAttrSetFlag.CREATE));
  }

  /** Makes a directory, or makes one that is there what it should be. */
  void directory(String path, Source source) throws IOException {
    Attributes attributes = source.object().attributes();
    HdfsFileStatus there = nameNode.getFileInfo(path);
    if (there == null) {
      nameNode.mkdirs(path, ofDirectory(attributes), true);
      there = nameNode.getFileInfo(path);
    } else if (!there.isDirectory()) {
      throw new StoreException(
          StoreException.Kind.NOT_A_DIRECTORY,
          null,
          "'" + path + "' is a file of HDFS where the store has a directory; move it away");
    }
    String inode = Inodes.path(there.getFileId());
    access.give(inode, there, ofDirectory(attributes), lists.of(source));
    own(inode, there, attributes);
  }

  /**
   * Makes a file that is there what it should be.
   *
   * @return whether anything was to be changed
   */
  boolean adjust(FoundFile file, Source source) throws IOException {
    Attributes attributes = source.object().attributes();
    String path = file.inode();
    boolean changed = access.give(path, file.status(), ofFile(attributes), lists.of(source));
    changed |= own(path, file.status(), attributes);
    if (file.status().getModificationTime() != attributes.modifiedMillis()) {
      nameNode.setTimes(path, attributes.modifiedMillis(), KEEP);
      changed = true;
    }
    return changed;
  }

  private boolean own(String path, HdfsFileStatus now, Attributes attributes) throws IOException {
    String owner = identities.user(attributes.owner());
    String group = identities.group(attributes.group());
    if (owner.equals(now.getOwner()) && group.equals(now.getGroup())) {
      return false;
    }
    nameNode.setOwner(path, owner, group);
    return true;
  }
}
