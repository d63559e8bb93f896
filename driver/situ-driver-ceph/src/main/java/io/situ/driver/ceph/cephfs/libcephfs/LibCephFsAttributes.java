// SPDX-License-Identifier: Apache-2.0
package io.situ.driver.ceph.cephfs.libcephfs;

import io.situ.driver.ceph.cephfs.client.LibCephFsInode;
import io.situ.driver.ceph.cephfs.client.NativeStat;
import io.situ.driver.ceph.nativelib.NativeScratch;
import io.situ.storage.Attributes;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.AttributeAccess;
import io.situ.storage.mounted.nativelib.Errno;
import io.situ.storage.mounted.nativelib.ErrnoException;
import io.situ.storage.mounted.nativelib.UserIds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The calls that read and change what is said of an object. */
final class LibCephFsAttributes implements AttributeAccess {

  private static final int LONGEST_NAME = 255;
  private static final int XATTR_CREATE = 1;
  private static final int XATTR_REPLACE = 2;

  private final LibCephFsPathResolver tree;

  LibCephFsAttributes(LibCephFsPathResolver tree) {
    this.tree = tree;
  }

  /** Changes all or nothing. */
  @Override
  public void change(StorePath path, Attributes.Change change) throws StoreException {
    int user = change.owner().isEmpty() ? -1 : UserIds.user(path, change.owner().get());
    int group = change.group().isEmpty() ? -1 : UserIds.group(path, change.group().get());
    tree.on(
        path,
        true,
        node -> {
          node.set(
              stat ->
                  (user == -1 ? 0 : stat.putUser(user))
                      | (group == -1 ? 0 : stat.putGroup(group))
                      | put(stat, change));
          return null;
        });
  }

  private static int put(NativeStat stat, Attributes.Change change) {
    int mask = change.mode().isPresent() ? stat.putMode(change.mode().getAsInt()) : 0;
    if (change.modifiedNanos().isPresent()) {
      mask |= stat.putModified(change.modifiedNanos().getAsLong());
    }
    if (change.accessedNanos().isPresent()) {
      mask |= stat.putAccessed(change.accessedNanos().getAsLong());
    }
    return mask;
  }

  @Override
  public Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    return tree.on(path, true, LibCephFsAttributes::xattrs);
  }

  static Map<String, byte[]> xattrs(LibCephFsInode node) throws ErrnoException {
    Map<String, byte[]> all = new TreeMap<>();
    String names = new String(node.xattrNames(), StandardCharsets.UTF_8);
    for (String name : names.isEmpty() ? new String[0] : names.split("\0")) {
      try {
        all.put(name, node.xattr(name.getBytes(StandardCharsets.UTF_8)));
      } catch (ErrnoException e) {
        // It vanished, or this user may not see it.
        if (!e.is(Errno.ENODATA) && !e.is(Errno.EACCES) && !e.is(Errno.EPERM)) {
          throw e;
        }
      }
    }
    return all;
  }

  @Override
  public byte[] xattr(StorePath path, String name) throws StoreException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return tree.on(path, true, node -> node.xattr(bytes));
  }

  @Override
  public void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    changeXattr(path, name, (node, bytes) -> set(node, bytes, value, mode));
  }

  @Override
  public void removeXattr(StorePath path, String name) throws StoreException {
    changeXattr(path, name, LibCephFsInode::removeXattr);
  }

  @Override
  public StorageUsage space(StorePath path) throws StoreException {
    return LibCephFsUsage.of(tree, path);
  }

  @FunctionalInterface
  private interface XattrCall {
    void on(LibCephFsInode node, byte[] name) throws ErrnoException;
  }

  private void changeXattr(StorePath path, String name, XattrCall call) throws StoreException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (name.isEmpty() || name.indexOf('\0') >= 0 || bytes.length > LONGEST_NAME) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          path,
          "an extended attribute needs a name without NUL of at most " + LONGEST_NAME + " bytes");
    }
    tree.on(
        path,
        true,
        node -> {
          try {
            call.on(node, bytes);
            return null;
          } catch (ErrnoException e) {
            if (e.is(Errno.EOPNOTSUPP)) {
              throw new StoreException(
                  Kind.INVALID_ARGUMENT,
                  path,
                  "CephFS takes no extended attribute '"
                      + name
                      + "'; names start with user., trusted. or security.");
            }
            throw e;
          }
        });
  }

  static void set(LibCephFsInode node, byte[] name, ByteBuffer value, XattrMode mode)
      throws ErrnoException {
    ByteBuffer room = NativeScratch.get();
    int length = value.remaining();
    if (length > room.capacity()) {
      throw new ErrnoException(Errno.E2BIG);
    }
    room.put(value.duplicate());
    int flags =
        switch (mode) {
          case CREATE -> XATTR_CREATE;
          case REPLACE -> XATTR_REPLACE;
          default -> 0;
        };
    node.setXattr(name, NativeScratch.address(room), length, flags);
  }
}
