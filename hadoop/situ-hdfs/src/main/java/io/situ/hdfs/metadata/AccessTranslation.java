// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.metadata;

import io.situ.hadoop.fs.acl.AclEntries;
import io.situ.storage.Attributes;
import io.situ.storage.StoreObject;
import io.situ.storage.acl.AccessList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Owners, permission bits and access lists of the store's objects as HDFS can have them. Where HDFS
 * cannot say the same, it lets fewer users do less: no user may write a file; a user the host knows
 * by number only has another name in HDFS, or none, so no other user may do there what that one may
 * not do in the store; users that have one name in HDFS may do what each of them may. Thread-safe.
 */
final class AccessTranslation {

  private static final int FILE_BITS = 0555;
  private static final int DIRECTORY_BITS = 01777;
  private static final int WRITE = 2;

  private final UserMapping identities;
  private final AclEntries acls;

  AccessTranslation(UserMapping identities) {
    this.identities = identities;
    this.acls = new AclEntries(identities::user, identities::group);
  }

  /**
   * Translates what an object says now. Where the store may have lists and cannot show them, the
   * bits of the group may be a mask, so only the owner may do anything.
   *
   * @throws IOException if the bytes are no list
   */
  ObjectAccess of(StoreObject object, AccessList lists) throws IOException {
    Optional<byte[]> access = lists.access();
    Optional<byte[]> inherited = lists.inherited();
    Attributes attributes = object.attributes();
    String owner = identities.user(attributes.owner());
    String group = identities.group(attributes.group());
    int mode =
        lists.certainMode(attributes.mode()) & (object.isFile() ? FILE_BITS : DIRECTORY_BITS);
    int allowed = object.isFile() ? ~WRITE : ~0;
    List<AclEntry> entries =
        access.isPresent()
            ? acls.of(access.get(), AclEntryScope.ACCESS, allowed)
            : AclEntries.base(mode);
    List<AclEntry> list = strict(merged(entries), isUnknown(owner), isUnknown(group));
    FsPermission bits = bits(list, mode);
    if (inherited.isPresent()) {
      list.addAll(
          strict(merged(acls.of(inherited.get(), AclEntryScope.DEFAULT, ~0)), false, false));
    }
    boolean plain = access.isEmpty() && inherited.isEmpty();
    return new ObjectAccess(
        owner, group, bits, plain ? List.of() : list, modified(attributes), object);
  }

  /** Returns a time that HDFS can have: it knows none before 1970. */
  static long modified(Attributes attributes) {
    return Math.max(0, attributes.modifiedMillis());
  }

  /** Whether a name is the number of a user or group of which the host knows no name. */
  static boolean isUnknown(String name) {
    return !name.isEmpty() && name.chars().allMatch(Character::isDigit);
  }

  private record Key(AclEntryType type, String name) {}

  private static List<AclEntry> merged(List<AclEntry> entries) {
    Map<Key, AclEntry> merged = new LinkedHashMap<>();
    for (AclEntry entry : entries) {
      merged.merge(
          new Key(entry.getType(), entry.getName()),
          entry,
          (one, other) -> with(one, one.getPermission().and(other.getPermission())));
    }
    return new ArrayList<>(merged.values());
  }

  private static List<AclEntry> strict(
      List<AclEntry> entries, boolean ownerUnknown, boolean groupUnknown) {
    FsAction mask = find(entries, AclEntryType.MASK).orElse(FsAction.ALL);
    FsAction groups = FsAction.ALL;
    FsAction others = FsAction.ALL;
    for (AclEntry entry : entries) {
      boolean named = entry.getName() != null;
      boolean unknown = named && isUnknown(entry.getName());
      FsAction may = entry.getPermission();
      if (entry.getType() == AclEntryType.USER && (named ? unknown : ownerUnknown)) {
        FsAction effective = named ? may.and(mask) : may;
        groups = groups.and(effective);
        others = others.and(effective);
      } else if (entry.getType() == AclEntryType.GROUP && (named ? unknown : groupUnknown)) {
        others = others.and(may.and(mask));
      }
    }
    List<AclEntry> strict = new ArrayList<>(entries.size());
    for (AclEntry entry : entries) {
      FsAction may = entry.getPermission();
      strict.add(
          switch (entry.getType()) {
            case GROUP -> with(entry, may.and(groups));
            case OTHER -> with(entry, may.and(others));
            default -> entry;
          });
    }
    return strict;
  }

  private static AclEntry with(AclEntry entry, FsAction may) {
    AclEntry.Builder builder =
        new AclEntry.Builder()
            .setScope(entry.getScope())
            .setType(entry.getType())
            .setPermission(may);
    return entry.getName() == null ? builder.build() : builder.setName(entry.getName()).build();
  }

  /** The permission of the entry without a name. */
  private static Optional<FsAction> find(List<AclEntry> entries, AclEntryType type) {
    return entries.stream()
        .filter(entry -> entry.getType() == type && entry.getName() == null)
        .map(AclEntry::getPermission)
        .findFirst();
  }

  private static FsPermission bits(List<AclEntry> list, int mode) {
    FsAction group = find(list, AclEntryType.GROUP).orElse(FsAction.NONE);
    return new FsPermission(
        find(list, AclEntryType.USER).orElse(FsAction.NONE),
        find(list, AclEntryType.MASK).orElse(group),
        find(list, AclEntryType.OTHER).orElse(FsAction.NONE),
        (mode & 01000) != 0);
  }
}
