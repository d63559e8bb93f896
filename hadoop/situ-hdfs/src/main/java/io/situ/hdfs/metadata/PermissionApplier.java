// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.AclException;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Gives what is in HDFS the permissions and the access list that it should have. Where HDFS has its
 * access lists switched off, group and others get only what the list gives to everybody in it.
 * Thread-safe.
 */
public final class PermissionApplier {

  private static final int ALL = 01777;

  private final ClientProtocol nameNode;
  private volatile boolean off;

  public PermissionApplier(ClientProtocol nameNode) {
    this.nameNode = nameNode;
  }

  /**
   * @param now what it is
   * @return whether anything was to be changed
   */
  public boolean apply(String path, HdfsFileStatus now, ObjectAccess object) throws IOException {
    FsPermission mode = object.mode();
    List<AclEntry> list = object.list();
    if (list.isEmpty() || off) {
      return without(path, now, list.isEmpty() ? mode : strict(mode, list));
    }
    if (now.hasAcl()
        && same(now.getPermission(), mode)
        && named(list).equals(named(nameNode.getAclStatus(path).getEntries()))) {
      return false;
    }
    try {
      if (now.getPermission().getStickyBit() != mode.getStickyBit()) {
        nameNode.setPermission(path, mode);
      }
      nameNode.setAcl(path, list);
    } catch (RemoteException e) {
      if (!e.getClassName().equals(AclException.class.getName())) {
        throw e;
      }
      off |= String.valueOf(e.getMessage()).contains("disabled");
      without(path, now, strict(mode, list));
    }
    return true;
  }

  private boolean without(String path, HdfsFileStatus now, FsPermission mode) throws IOException {
    if (!now.hasAcl()) {
      return permit(path, now, mode);
    }
    nameNode.removeAcl(path);
    nameNode.setPermission(path, mode);
    return true;
  }

  private boolean permit(String path, HdfsFileStatus now, FsPermission mode) throws IOException {
    if (same(now.getPermission(), mode)) {
      return false;
    }
    nameNode.setPermission(path, mode);
    return true;
  }

  private static boolean same(FsPermission one, FsPermission other) {
    return (one.toShort() & ALL) == (other.toShort() & ALL);
  }

  /** The entries that the permission bits do not hold already. */
  private static Set<AclEntry> named(List<AclEntry> list) {
    Set<AclEntry> entries = new HashSet<>(list);
    entries.removeIf(entry -> entry.getType() == AclEntryType.MASK || isInBits(entry));
    return entries;
  }

  /**
   * Whether an entry says what permission bits say: owner, mask and others of the object itself.
   */
  public static boolean isInBits(AclEntry entry) {
    return entry.getScope() == AclEntryScope.ACCESS
        && entry.getName() == null
        && entry.getType() != AclEntryType.GROUP;
  }

  /** What is left of permission bits if everybody in the list may do no less. */
  static FsPermission strict(FsPermission mode, List<AclEntry> list) {
    FsAction group = mode.getGroupAction();
    FsAction other = mode.getOtherAction();
    for (AclEntry entry : list) {
      boolean counts =
          entry.getScope() == AclEntryScope.ACCESS
              && (entry.getName() != null || entry.getType() == AclEntryType.GROUP);
      if (counts) {
        group = group.and(entry.getPermission());
        other = entry.getName() == null ? other : other.and(entry.getPermission());
      }
    }
    return new FsPermission(mode.getUserAction(), group, other, mode.getStickyBit());
  }
}
