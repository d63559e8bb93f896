package io.situ.hadoop.fs;

import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Whether this process may do something, by an object's permission bits. The store asks who the
 * process runs as, not who Hadoop takes it for, and so does this.
 */
final class Access {

  private static final String SUPERUSER = "root";

  private Access() {}

  /**
   * @throws AccessControlException if it may not
   */
  static void check(FileStatus status, FsAction wanted) throws AccessControlException {
    String user = System.getProperty("user.name");
    FsPermission permission = status.getPermission();
    if (!granted(user, status, permission).implies(wanted)) {
      throw new AccessControlException(
          String.format(
              "%s: user %s may not %s it: owner %s, group %s, mode %04o",
              status.getPath(),
              user,
              wanted.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
              status.getOwner(),
              status.getGroup(),
              permission.toShort()));
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
    Set<String> groups = Set.copyOf(UserGroupInformation.createRemoteUser(user).getGroups());
    return groups.contains(status.getGroup())
        ? permission.getGroupAction()
        : permission.getOtherAction();
  }
}
