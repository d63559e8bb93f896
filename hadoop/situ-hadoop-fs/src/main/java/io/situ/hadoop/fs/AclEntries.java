package io.situ.hadoop.fs;

import io.situ.storage.acl.PosixAcl;
import java.util.List;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;

/** Entries of access lists as Hadoop has them, from those that a store keeps. */
public final class AclEntries {

  private AclEntries() {}

  /**
   * One entry.
   *
   * @param bits 4 to read, 2 to write, 1 to execute; others are left out
   * @param name of the user or group; null for the other tags
   */
  public static AclEntry of(PosixAcl.Tag tag, AclEntryScope scope, int bits, String name) {
    AclEntry.Builder entry =
        new AclEntry.Builder()
            .setType(type(tag))
            .setScope(scope)
            .setPermission(FsAction.values()[bits & 7]);
    return name == null ? entry.build() : entry.setName(name).build();
  }

  private static AclEntryType type(PosixAcl.Tag tag) {
    return switch (tag) {
      case OWNER, USER -> AclEntryType.USER;
      case OWNING_GROUP, GROUP -> AclEntryType.GROUP;
      case MASK -> AclEntryType.MASK;
      case OTHER -> AclEntryType.OTHER;
    };
  }

  /** What permission bits say, as entries for owner, group and others. */
  public static List<AclEntry> base(int mode) {
    return List.of(
        of(PosixAcl.Tag.OWNER, AclEntryScope.ACCESS, mode >> 6, null),
        of(PosixAcl.Tag.OWNING_GROUP, AclEntryScope.ACCESS, mode >> 3, null),
        of(PosixAcl.Tag.OTHER, AclEntryScope.ACCESS, mode, null));
  }
}
