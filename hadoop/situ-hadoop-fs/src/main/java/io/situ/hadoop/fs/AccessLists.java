package io.situ.hadoop.fs;

import io.situ.storage.Capability;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.acl.Accounts;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.acl.PosixAcl.Tag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * POSIX access lists of a store's objects, kept by the store where other programs find them too. A
 * change reads the list and writes it back, the one of the object before the default one: two
 * changes at once may lose one of them, as with {@code setfacl}.
 */
final class AccessLists {

  private static final Accounts USERS = Accounts.users();
  private static final Accounts GROUPS = Accounts.groups();

  private final OpenStore at;

  AccessLists(OpenStore at) {
    this.at = at;
  }

  /** A change of both lists of an object. */
  @FunctionalInterface
  interface Change {
    void apply(AclEdit edit) throws IOException;
  }

  /** As HDFS tells it: without owner, mask and others, which are the permission bits. */
  AclStatus status(StorePath path) throws IOException {
    at.require(Capability.XATTRS, "getAclStatus");
    StoreObject object = at.store().stat(path, true);
    List<AclEntry> told = new ArrayList<>();
    List<AclEntry> all = all(object);
    boolean more = all.stream().anyMatch(AccessLists::isMask);
    for (AclEntry entry : all) {
      boolean bits =
          entry.getScope() == AclEntryScope.ACCESS
              && entry.getName() == null
              && (!more || entry.getType() != AclEntryType.GROUP);
      if (!bits) {
        told.add(entry);
      }
    }
    int mode = object.attributes().mode() & 01777;
    return new AclStatus.Builder()
        .owner(object.attributes().owner())
        .group(object.attributes().group())
        .setPermission(new FsPermission((short) mode))
        .stickyBit((mode & 01000) != 0)
        .addEntries(told)
        .build();
  }

  private static boolean isMask(AclEntry entry) {
    return entry.getScope() == AclEntryScope.ACCESS && entry.getType() == AclEntryType.MASK;
  }

  /** Whether permission bits do not say everything; false too if the store does not tell. */
  boolean extended(StorePath path) {
    try {
      Map<String, byte[]> kept = at.can(Capability.XATTRS) ? at.store().xattrs(path) : Map.of();
      return kept.containsKey(PosixAcl.ACCESS) || kept.containsKey(PosixAcl.DEFAULT);
    } catch (StoreException e) {
      return false;
    }
  }

  /** The object's list and the default one, base entries with them. */
  private List<AclEntry> all(StoreObject object) throws IOException {
    Map<String, byte[]> kept = at.store().xattrs(object.path());
    List<AclEntry> all = new ArrayList<>();
    byte[] access = kept.get(PosixAcl.ACCESS);
    if (access == null) {
      all.addAll(AclEntries.base(object.attributes().mode()));
    } else {
      add(all, access, AclEntryScope.ACCESS);
    }
    byte[] inherited = kept.get(PosixAcl.DEFAULT);
    if (inherited != null) {
      add(all, inherited, AclEntryScope.DEFAULT);
    }
    return all;
  }

  private static void add(List<AclEntry> all, byte[] list, AclEntryScope scope) throws IOException {
    PosixAcl parsed = PosixAcl.parse(list);
    USERS.learn(parsed.ids(Tag.USER));
    GROUPS.learn(parsed.ids(Tag.GROUP));
    for (PosixAcl.Entry entry : parsed.entries()) {
      String name =
          switch (entry.tag()) {
            case USER -> USERS.name(entry.id());
            case GROUP -> GROUPS.name(entry.id());
            default -> null;
          };
      all.add(AclEntries.of(entry.tag(), scope, entry.bits(), name));
    }
  }

  /**
   * @throws IOException if the outcome is no list, or names somebody whom this host does not know
   */
  void change(StorePath path, String call, Change change) throws IOException {
    at.require(Capability.XATTRS, call);
    StoreObject object = at.store().stat(path, true);
    AclEdit edit = new AclEdit(all(object));
    change.apply(edit);
    if (edit.changed().contains(AclEntryScope.DEFAULT) && !object.isDirectory()) {
      throw new IOException(
          at.paths().show(path) + ": only a directory may have default entries in its access list");
    }
    Map<AclEntryScope, PosixAcl> outcome = new EnumMap<>(AclEntryScope.class);
    for (AclEntryScope scope : edit.changed()) {
      List<PosixAcl.Entry> entries = new ArrayList<>();
      for (AclEntry entry : edit.entries(scope)) {
        entries.add(entry(path, entry));
      }
      outcome.put(scope, new PosixAcl(entries));
    }
    for (Map.Entry<AclEntryScope, PosixAcl> list : outcome.entrySet()) {
      write(object.path(), call, list.getKey(), list.getValue());
    }
  }

  private void write(StorePath path, String call, AclEntryScope scope, PosixAcl list)
      throws IOException {
    String name = scope == AclEntryScope.ACCESS ? PosixAcl.ACCESS : PosixAcl.DEFAULT;
    XattrMode mode = list.entries().isEmpty() ? XattrMode.REMOVE : XattrMode.SET;
    try {
      at.store().changeXattr(path, name, ByteBuffer.wrap(list.bytes()), mode);
    } catch (StoreException e) {
      // Linux itself checks that a list is one, so what ceph-fuse calls invalid is any list.
      if (e.kind() != Kind.UNSUPPORTED && e.kind() != Kind.INVALID_ARGUMENT) {
        throw e;
      }
      throw new UnsupportedOperationException(
          call
              + " is not supported: "
              + at.paths().show(path)
              + " lies on a file system without access lists; mount it with them",
          e);
    }
  }

  private PosixAcl.Entry entry(StorePath path, AclEntry entry) throws IOException {
    int bits = entry.getPermission().ordinal();
    boolean named = entry.getName() != null;
    return switch (entry.getType()) {
      case USER ->
          named
              ? new PosixAcl.Entry(Tag.USER, bits, id(path, USERS, "user", entry.getName()))
              : new PosixAcl.Entry(Tag.OWNER, bits);
      case GROUP ->
          named
              ? new PosixAcl.Entry(Tag.GROUP, bits, id(path, GROUPS, "group", entry.getName()))
              : new PosixAcl.Entry(Tag.OWNING_GROUP, bits);
      case MASK -> new PosixAcl.Entry(Tag.MASK, bits);
      case OTHER -> new PosixAcl.Entry(Tag.OTHER, bits);
    };
  }

  private int id(StorePath path, Accounts accounts, String what, String name) throws IOException {
    return accounts
        .id(name)
        .orElseThrow(
            () ->
                new IOException(
                    at.paths().show(path) + ": this host knows no " + what + " named " + name));
  }
}
