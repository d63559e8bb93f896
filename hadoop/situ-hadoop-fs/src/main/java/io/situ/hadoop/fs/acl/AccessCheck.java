// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.acl;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Whether this process may do something, by an object's permission bits and access list. The store
 * asks who the process runs as, not who Hadoop takes it for, and so does this.
 */
public final class AccessCheck {

  private static final String SUPERUSER = "root";

  private AccessCheck() {}

  /**
   * Refuses what is not granted.
   *
   * @param permission the permission bits that are sure to count
   * @param beside what the object's list says beside its permission bits
   * @throws AccessControlException if it may not
   */
  public static void check(
      FileStatus status, FsPermission permission, List<AclEntry> beside, FsAction wanted)
      throws AccessControlException {
    String user = System.getProperty("user.name");
    List<AclEntry> list =
        beside.stream().filter(entry -> entry.getScope() == AclEntryScope.ACCESS).toList();
    boolean granted =
        !list.isEmpty() && !user.equals(SUPERUSER) && !user.equals(status.getOwner())
            ? listGrants(user, status, list, wanted)
            : granted(user, status, permission).implies(wanted);
    if (!granted) {
      throw new AccessControlException(
          String.format(
              "%s: user %s may not %s it: owner %s, group %s, mode %04o",
              status.getPath(),
              user,
              wanted.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
              status.getOwner(),
              status.getGroup(),
              status.getPermission().toShort()));
    }
  }

  private static FsAction granted(String user, FileStatus status, FsPermission permission) {
    if (user.equals(SUPERUSER)) {
      boolean runs = status.isDirectory() || (permission.toShort() & 0111) != 0;
      return runs ? FsAction.ALL : FsAction.READ_WRITE;
    }
    if (user.equals(status.getOwner())) {
      return permission.getUserAction();
    }
    return groups(user).contains(status.getGroup())
        ? permission.getGroupAction()
        : permission.getOtherAction();
  }

  private static Set<String> groups(String user) {
    return Set.copyOf(UserGroupInformation.createRemoteUser(user).getGroups());
  }

  /**
   * For others than the owner, as acl(5) has it: an entry for the user decides; else any entry of
   * one of the user's groups that grants it; others only if there is no such entry. An entry whose
   * user or group this host knows by number only may be this user's, and takes away what it does
   * not grant.
   */
  private static boolean listGrants(
      String user, FileStatus status, List<AclEntry> list, FsAction wanted) {
    FsAction mask = status.getPermission().getGroupAction();
    Set<String> groups = groups(user);
    boolean member = false;
    boolean granted = false;
    boolean users = true;
    boolean others = status.getPermission().getOtherAction().implies(wanted);
    for (AclEntry entry : list) {
      boolean grants = entry.getPermission().and(mask).implies(wanted);
      String name = entry.getName();
      if (entry.getType() == AclEntryType.USER && user.equals(name)) {
        return grants;
      }
      if (entry.getType() == AclEntryType.USER && isNumber(name)) {
        users &= grants;
      }
      if (entry.getType() == AclEntryType.GROUP && isNumber(name)) {
        others &= grants;
      }
      if (entry.getType() == AclEntryType.GROUP
          && groups.contains(name == null ? status.getGroup() : name)) {
        member = true;
        granted |= grants;
      }
    }
    return users && (member ? granted : others);
  }

  private static boolean isNumber(String name) {
    return name != null && name.matches("\\d+");
  }
}
