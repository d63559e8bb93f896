// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.acl;

import io.situ.storage.acl.NssUserLookup;
import io.situ.storage.acl.PosixAcl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;

/**
 * Entries of access lists as Hadoop has them, from those that a store keeps. Thread-safe, if what
 * it is given is.
 */
public final class AclEntries {

  private final NssUserLookup users = NssUserLookup.users();
  private final NssUserLookup groups = NssUserLookup.groups();
  private final UnaryOperator<String> userNames;
  private final UnaryOperator<String> groupNames;

  /**
   * @param userNames from this host's name of a user to the one that entries shall have
   * @param groupNames the same for groups
   */
  public AclEntries(UnaryOperator<String> userNames, UnaryOperator<String> groupNames) {
    this.userNames = userNames;
    this.groupNames = groupNames;
  }

  /**
   * The entries of a list.
   *
   * @param list as {@link PosixAcl#parse} wants it
   * @param allowed the permission bits that an entry may keep
   * @throws IOException if the bytes are no list
   */
  public List<AclEntry> of(byte[] list, AclEntryScope scope, int allowed) throws IOException {
    PosixAcl parsed = PosixAcl.parse(list);
    users.prefetch(parsed.ids(PosixAcl.Tag.USER));
    groups.prefetch(parsed.ids(PosixAcl.Tag.GROUP));
    List<AclEntry> entries = new ArrayList<>();
    for (PosixAcl.Entry entry : parsed.entries()) {
      String name =
          switch (entry.tag()) {
            case USER -> userNames.apply(users.name(entry.id()));
            case GROUP -> groupNames.apply(groups.name(entry.id()));
            default -> null;
          };
      entries.add(entry(entry.tag(), scope, entry.bits() & allowed, name));
    }
    return entries;
  }

  /** What permission bits say, as entries for owner, group and others. */
  public static List<AclEntry> base(int mode) {
    return List.of(
        entry(PosixAcl.Tag.OWNER, AclEntryScope.ACCESS, mode >> 6, null),
        entry(PosixAcl.Tag.OWNING_GROUP, AclEntryScope.ACCESS, mode >> 3, null),
        entry(PosixAcl.Tag.OTHER, AclEntryScope.ACCESS, mode, null));
  }

  private static AclEntry entry(PosixAcl.Tag tag, AclEntryScope scope, int bits, String name) {
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
}
