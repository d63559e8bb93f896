// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Store.XattrMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.nio.ByteBuffer;

/** Extended attributes by Linux's rules for their names and sizes. */
final class MemoryXattrs {

  private static final int MAX_NAME = 255;
  private static final int MAX_VALUE = 1 << 16;

  private MemoryXattrs() {}

  static void set(MemoryInode node, StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    check(path, name);
    boolean there = node.xattrs.containsKey(name);
    if (mode == XattrMode.CREATE && there) {
      throw new StoreException(Kind.ALREADY_EXISTS, path, "has the attribute " + name + " already");
    }
    if (mode == XattrMode.REPLACE && !there) {
      throw absent(path, name);
    }
    if (value.remaining() > MAX_VALUE) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "attribute " + name + " is longer than " + MAX_VALUE);
    }
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    node.xattrs.put(name, bytes);
  }

  static void remove(MemoryInode node, StorePath path, String name) throws StoreException {
    check(path, name);
    if (node.xattrs.remove(name) == null) {
      throw absent(path, name);
    }
  }

  private static StoreException absent(StorePath path, String name) {
    return new StoreException(Kind.NO_ATTRIBUTE, path, "has no attribute " + name);
  }

  private static void check(StorePath path, String name) throws StoreException {
    int dot = name.indexOf('.');
    boolean known = name.startsWith("user.") || name.startsWith("trusted.");
    if (!known || dot == name.length() - 1 || StorePath.encode(name).length > MAX_NAME) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT, path, "'" + name + "' is not a name for an attribute (user.NAME)");
    }
  }
}
