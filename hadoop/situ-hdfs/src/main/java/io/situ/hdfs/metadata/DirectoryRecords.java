// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.InodePaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What directories of HDFS say of the store's whose owner and permissions they have. Where the
 * store has another directory in a place now, what is attached in it was kept private by the one
 * before, perhaps by that alone: no user gets access to it before it is looked at again.
 * Thread-safe.
 */
public final class DirectoryRecords {

  /** Holds the identity of the store's directory. */
  static final String ATTRIBUTE = "trusted.situ.directory";

  private static final Logger LOG = LoggerFactory.getLogger(DirectoryRecords.class);
  private static final FsPermission CLOSED = new FsPermission((short) 0);
  private static final int BITS = 01777;

  private final ClientProtocol nameNode;
  private volatile boolean closed;

  public DirectoryRecords(ClientProtocol nameNode) {
    this.nameNode = nameNode;
  }

  /**
   * Records of which directory of the store one of HDFS has the permissions, before it gets them.
   *
   * @param inode its path
   */
  public void enter(String inode, HdfsFileStatus there, ObjectAccess object) throws IOException {
    byte[] now =
        Long.toHexString(object.object().version().identity()).getBytes(StandardCharsets.US_ASCII);
    byte[] before = attributes(inode).get(ATTRIBUTE);
    if (Arrays.equals(before, now)) {
      return;
    }
    if (there.getChildrenNum() > 0 && isToChange(there, object)) {
      close(inode, object);
    }
    EnumSet<XAttrSetFlag> how =
        EnumSet.of(before == null ? XAttrSetFlag.CREATE : XAttrSetFlag.REPLACE);
    XAttr record = XAttrHelper.buildXAttr(ATTRIBUTE, now);
    nameNode.setXAttr(inode, record, how);
  }

  private static boolean isToChange(HdfsFileStatus there, ObjectAccess object) {
    return !there.getOwner().equals(object.owner())
        || !there.getGroup().equals(object.group())
        || there.hasAcl()
        || !object.list().isEmpty()
        || (there.getPermission().toShort() & BITS) != (object.mode().toShort() & BITS);
  }

  private Map<String, byte[]> attributes(String inode) throws IOException {
    return XAttrHelper.buildXAttrMap(nameNode.getXAttrs(inode, null));
  }

  private void close(String inode, ObjectAccess object) throws IOException {
    boolean any = false;
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing page;
    do {
      page = nameNode.getListing(inode, after, true);
      if (page == null) {
        return;
      }
      after = page.getLastName();
      for (HdfsFileStatus status : page.getPartialListing()) {
        String child = InodePaths.path(status.getFileId());
        if (isOurs(child, status)) {
          nameNode.setPermission(child, CLOSED);
          any = true;
        }
      }
    } while (page.hasMore());
    if (any) {
      closed = true;
      LOG.warn(
          "'{}' is another directory than before; what is attached in it is closed until it has"
              + " been looked at, by 'situ attach' at the latest",
          object.object().path());
    }
  }

  private boolean isOurs(String child, HdfsFileStatus status) throws IOException {
    return status.isDirectory()
        ? attributes(child).containsKey(ATTRIBUTE)
        : status instanceof HdfsLocatedFileStatus file
            && HdfsFileInfo.find(nameNode, child, file)
                .filter(HdfsFileInfo::isAttached)
                .isPresent();
  }

  public boolean hasClosed() {
    return closed;
  }
}
