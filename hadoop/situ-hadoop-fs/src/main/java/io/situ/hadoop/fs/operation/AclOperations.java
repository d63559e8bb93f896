// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs.operation;

import io.situ.hadoop.fs.acl.AccessCheck;
import io.situ.hadoop.fs.acl.AclEntries;
import io.situ.hadoop.fs.acl.AclTransformation;
import io.situ.storage.Capability;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.acl.AccessList;
import io.situ.storage.acl.NssUserLookup;
import io.situ.storage.acl.PosixAcl;
import io.situ.storage.acl.PosixAcl.Tag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.AclEntryScope;
import org.apache.hadoop.fs.permission.AclEntryType;
import org.apache.hadoop.fs.permission.AclStatus;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * POSIX access lists of a store's objects, kept by the store where other programs find them too. A
 * change reads the list and writes it back, the one of the object before the default one: two
 * changes at once may lose one of them, as with {@code setfacl}.
 */
public final class AclOperations {

  private static final NssUserLookup USERS = NssUserLookup.users();
  private static final NssUserLookup GROUPS = NssUserLookup.groups();
  private static final AclEntries ENTRIES =
      new AclEntries(UnaryOperator.identity(), UnaryOperator.identity());

  private final StoreContext at;

  AclOperations(StoreContext at) {
    this.at = at;
  }

  /** A change of both lists of an object. */
  @FunctionalInterface
  public interface Change {
    void apply(AclTransformation edit) throws IOException;
  }

  /** As HDFS reports it: without owner, mask and others, which are the permission bits. */
  public AclStatus status(StorePath path) throws IOException {
    at.require(Capability.XATTRS, "getAclStatus", path);
    StoreObject object = at.store().stat(path, true);
    int mode = object.attributes().mode() & 01777;
    return new AclStatus.Builder()
        .owner(object.attributes().owner())
        .group(object.attributes().group())
        .setPermission(new FsPermission((short) mode))
        .stickyBit((mode & 01000) != 0)
        .addEntries(extendedEntries(all(object, known(object.path()))))
        .build();
  }

  /**
   * Refuses what the permission bits and the list of an object do not grant to this process. Where
   * the store does not show the list, only what the owner's bits say is granted, and only to the
   * owner.
   *
   * @throws org.apache.hadoop.security.AccessControlException if it may not
   * @throws IOException if the list cannot be asked for
   */
  public void check(StoreObject object, FileStatus status, FsAction wanted) throws IOException {
    AccessList list = at.store().accessList(object.path());
    int certain = list.certainMode(status.getPermission().toShort());
    AccessCheck.check(
        status, new FsPermission((short) certain), extendedEntries(all(object, list)), wanted);
  }

  private static List<AclEntry> extendedEntries(List<AclEntry> all) {
    boolean masked =
        all.stream()
            .anyMatch(
                entry ->
                    entry.getScope() == AclEntryScope.ACCESS
                        && entry.getType() == AclEntryType.MASK);
    return all.stream().filter(entry -> !isBits(entry, masked)).toList();
  }

  /** Under a mask the group's bits are the mask's, and its entry says what the group may. */
  private static boolean isBits(AclEntry entry, boolean masked) {
    return entry.getScope() == AclEntryScope.ACCESS
        && entry.getName() == null
        && (!masked || entry.getType() != AclEntryType.GROUP);
  }

  /** Whether permission bits do not say everything, or may not: true too if the store is silent. */
  boolean extended(StorePath path) {
    try {
      AccessList list = at.store().accessList(path);
      return !list.known() || list.access().isPresent() || list.inherited().isPresent();
    } catch (StoreException e) {
      return !e.isNotFound();
    }
  }

  /** What cannot be seen is neither copied nor changed as if it were not there. */
  private AccessList known(StorePath path) throws IOException {
    AccessList list = at.store().accessList(path);
    if (!list.known()) {
      throw new IOException(
          at.paths().show(path)
              + " may have an access list that its file system does not show; a mount option such as"
              + " 'acl' may show it");
    }
    return list;
  }

  /** The object's list and the default one, base entries with them. */
  private static List<AclEntry> all(StoreObject object, AccessList list) throws IOException {
    List<AclEntry> all =
        new ArrayList<>(
            list.access().isEmpty()
                ? AclEntries.base(object.attributes().mode())
                : ENTRIES.of(list.access().get(), AclEntryScope.ACCESS, ~0));
    if (list.inherited().isPresent()) {
      all.addAll(ENTRIES.of(list.inherited().get(), AclEntryScope.DEFAULT, ~0));
    }
    return all;
  }

  /**
   * @throws IOException if the outcome is no list, or names a user whom this host does not know
   */
  public void change(StorePath path, String call, Change change) throws IOException {
    at.require(Capability.XATTRS, call, path);
    StoreObject object = at.store().stat(path, true);
    AclTransformation edit = new AclTransformation(all(object, known(object.path())));
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
    try {
      if (list.entries().isEmpty()) {
        at.store().removeXattr(path, name);
      } else {
        at.store().setXattr(path, name, ByteBuffer.wrap(list.bytes()), XattrMode.SET);
      }
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

  private int id(StorePath path, NssUserLookup accounts, String what, String name)
      throws IOException {
    return accounts
        .id(name)
        .orElseThrow(
            () ->
                new IOException(
                    at.paths().show(path) + ": this host knows no " + what + " named " + name));
  }
}
