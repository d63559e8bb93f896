// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.acl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.FsAction;

/**
 * Access lists while they are changed, by the rules that HDFS's guide to permissions gives: a mask
 * that is not named is the union of what it limits, and default entries that miss a base get the
 * object's own.
 */
public final class AclTransformation {

  private static final List<AclEntryType> BASE =
      List.of(AclEntryType.USER, AclEntryType.GROUP, AclEntryType.OTHER);

  private final Map<Key, FsAction> entries = new TreeMap<>();
  private final Set<AclEntryScope> changed = EnumSet.noneOf(AclEntryScope.class);
  private final Set<AclEntryScope> masked = EnumSet.noneOf(AclEntryScope.class);

  /** In the order of Linux; {@code name} is empty for owner, owning group, mask and others. */
  private record Key(AclEntryScope scope, AclEntryType type, String name)
      implements Comparable<Key> {

    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::scope).thenComparing(Key::type).thenComparing(Key::name);

    static Key of(AclEntry entry) {
      return new Key(
          entry.getScope(), entry.getType(), entry.getName() == null ? "" : entry.getName());
    }

    boolean named() {
      return !name.isEmpty();
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * @param current base entries and all others, of both scopes
   */
  public AclTransformation(List<AclEntry> current) {
    current.forEach(entry -> entries.put(Key.of(entry), entry.getPermission()));
  }

  /** Entries are added or get other permissions. */
  public void modify(List<AclEntry> wanted) throws IOException {
    for (AclEntry entry : checked(wanted)) {
      put(entry);
    }
  }

  private void put(AclEntry entry) throws IOException {
    Key key = Key.of(entry);
    if (entry.getPermission() == null) {
      throw new IOException("Invalid ACL: the entry " + entry + " has no permissions");
    }
    entries.put(key, entry.getPermission());
    changed.add(key.scope());
    if (key.type() == AclEntryType.MASK) {
      masked.add(key.scope());
    }
  }

  /** Entries go; their permissions are not looked at. */
  public void remove(List<AclEntry> unwanted) throws IOException {
    for (AclEntry entry : checked(unwanted)) {
      Key key = Key.of(entry);
      if (entries.remove(key) != null) {
        changed.add(key.scope());
      }
    }
  }

  /** Each scope of which there are entries is replaced as a whole. */
  public void replace(List<AclEntry> wanted) throws IOException {
    for (AclEntryScope scope : AclEntryScope.values()) {
      if (wanted.stream().anyMatch(entry -> entry.getScope() == scope)) {
        entries.keySet().removeIf(key -> key.scope() == scope);
      }
    }
    modify(wanted);
  }

  public void removeDefault() {
    if (entries.keySet().removeIf(key -> key.scope() == AclEntryScope.DEFAULT)) {
      changed.add(AclEntryScope.DEFAULT);
    }
  }

  /** Only owner, owning group and others stay. */
  public void removeAll() {
    removeDefault();
    if (entries.keySet().removeIf(key -> key.named() || key.type() == AclEntryType.MASK)) {
      changed.add(AclEntryScope.ACCESS);
    }
  }

  private static List<AclEntry> checked(List<AclEntry> spec) throws IOException {
    Set<Key> seen = new HashSet<>();
    for (AclEntry entry : spec) {
      Key key = Key.of(entry);
      if (!seen.add(key)) {
        throw new IOException("Invalid ACL: the entry " + entry + " is there twice");
      }
      if (key.named() && key.type() != AclEntryType.USER && key.type() != AclEntryType.GROUP) {
        throw new IOException("Invalid ACL: the entry " + entry + " must not have a name");
      }
    }
    return spec;
  }

  /** The scopes that were changed, each to be written as a whole. */
  public Set<AclEntryScope> changed() {
    return changed;
  }

  /**
   * The entries of a scope after the changes, in Linux's order.
   *
   * @throws IOException if owner, owning group or others are missing
   */
  public List<AclEntry> entries(AclEntryScope scope) throws IOException {
    if (scope == AclEntryScope.DEFAULT && keys(scope).isEmpty()) {
      return List.of();
    }
    complete(scope);
    if (changed.contains(scope) && !masked.contains(scope)) {
      mask(scope);
    }
    List<AclEntry> all = new ArrayList<>();
    for (Key key : keys(scope)) {
      AclEntry.Builder entry =
          new AclEntry.Builder()
              .setScope(scope)
              .setType(key.type())
              .setPermission(entries.get(key));
      all.add(key.named() ? entry.setName(key.name()).build() : entry.build());
    }
    return all;
  }

  /** A default list has the object's own base where it is given none. */
  private void complete(AclEntryScope scope) throws IOException {
    for (AclEntryType type : BASE) {
      Key own = new Key(scope, type, "");
      FsAction fallback = entries.get(new Key(AclEntryScope.ACCESS, type, ""));
      if (scope == AclEntryScope.DEFAULT && fallback != null) {
        entries.putIfAbsent(own, fallback);
      }
      if (!entries.containsKey(own)) {
        throw new IOException("Invalid ACL: entries for user, group and others are required");
      }
    }
  }

  private void mask(AclEntryScope scope) {
    Key mask = new Key(scope, AclEntryType.MASK, "");
    entries.remove(mask);
    if (keys(scope).stream().noneMatch(Key::named)) {
      return;
    }
    FsAction union = FsAction.NONE;
    for (Key key : keys(scope)) {
      if (key.named() || key.type() == AclEntryType.GROUP) {
        union = union.or(entries.get(key));
      }
    }
    entries.put(mask, union);
  }

  private List<Key> keys(AclEntryScope scope) {
    return entries.keySet().stream().filter(key -> key.scope() == scope).toList();
  }
}
