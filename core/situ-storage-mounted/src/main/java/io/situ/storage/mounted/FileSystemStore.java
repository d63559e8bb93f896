// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.mounted;

import io.situ.storage.Attributes;
import io.situ.storage.Capability;
import io.situ.storage.Extent;
import io.situ.storage.StorageUsage;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.mounted.namespace.AttributeAccess;
import io.situ.storage.mounted.namespace.NameOperations;
import io.situ.storage.mounted.nativelib.Errno;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/**
 * A store of a file system as POSIX has them, mounted or not, whose names, attributes and placement
 * are parts of their own. What the file system is not capable of is refused before a part is asked.
 */
public abstract class FileSystemStore implements Store {

  /** What a store is made of beside how objects are found, opened and listed. */
  protected record Parts(NameOperations names, AttributeAccess attributes, Placement placement) {

    /** Of any subclass. */
    public Parts {}
  }

  /** Returns always the same. */
  protected abstract Parts parts();

  /**
   * Checks whether something can be done; by default everything can.
   *
   * @throws StoreException {@code UNSUPPORTED} if {@code path} lies where it cannot
   */
  protected void require(Capability capability, StorePath path) throws StoreException {}

  /**
   * Checks whether a mode can be kept; by default each can.
   *
   * @throws StoreException {@code UNSUPPORTED} if it has a bit that is not kept there
   */
  protected void requireMode(StorePath path, int mode) throws StoreException {}

  /**
   * Checks that no other file system is mounted at or below a path; by default none is.
   *
   * @throws StoreException {@code CROSS_STORE} that names the mount
   */
  protected void requireNoMounts(StorePath path) throws StoreException {}

  /** Refuses what is not a regular file. */
  protected static StoreObject requireFile(StoreObject object) throws StoreException {
    return switch (object.kind()) {
      case FILE -> object;
      case DIRECTORY -> throw Errno.failure(-Errno.EISDIR, object.path());
      default ->
          throw new StoreException(
              Kind.UNSUPPORTED,
              object.path(),
              "it is neither a file nor a directory and is not opened");
    };
  }

  /** Refuses a length to which a file cannot be cut. */
  protected static void requireShorter(StoreObject file, long length) throws StoreException {
    if (length < 0 || length > file.size()) {
      throw new StoreException(
          Kind.INVALID_ARGUMENT,
          file.path(),
          "it has " + file.size() + " bytes and cannot be cut to " + length);
    }
  }

  @Override
  public final void rename(StorePath from, StorePath to, RenameMode mode) throws StoreException {
    parts().names().rename(from, to, mode);
  }

  @Override
  public final void mkdir(StorePath path, int mode) throws StoreException {
    requireMode(path, mode);
    parts().names().mkdir(path, mode);
  }

  @Override
  public final boolean delete(StorePath path) throws StoreException {
    return parts().names().delete(path);
  }

  /** What is mounted at or below it stays, and with it the tree: nothing is deleted then. */
  @Override
  public final boolean deleteTree(StorePath path) throws StoreException {
    requireNoMounts(path);
    return parts().names().deleteTree(path);
  }

  @Override
  public final void createSymlink(StorePath path, String target) throws StoreException {
    require(Capability.SYMLINKS, path);
    parts().names().symlink(path, target);
  }

  @Override
  public final void createHardLink(StorePath path, StorePath existing) throws StoreException {
    require(Capability.HARD_LINKS, path);
    parts().names().hardLink(path, existing);
  }

  @Override
  public final void setAttributes(StorePath path, Attributes.Change change) throws StoreException {
    if (change.owner().isPresent() || change.group().isPresent()) {
      require(Capability.OWNERSHIP, path);
    }
    if (change.mode().isPresent()) {
      require(Capability.PERMISSIONS, path);
      requireMode(path, change.mode().getAsInt());
    }
    if (change.modified().isPresent() || change.accessed().isPresent()) {
      require(Capability.TIMES, path);
    }
    parts().attributes().change(path, change);
  }

  @Override
  public final Map<String, byte[]> xattrs(StorePath path) throws StoreException {
    require(Capability.XATTRS, path);
    return parts().attributes().xattrs(path);
  }

  /**
   * Returns one extended attribute by its full name, also one that the file system does not list.
   *
   * @throws StoreException {@code NO_ATTRIBUTE}; {@code PERMISSION_DENIED} if it is there, or may
   *     be, and this user may not read it; {@code NOT_FOUND} if the object is missing; {@code
   *     UNSUPPORTED}
   */
  public final byte[] xattr(StorePath path, String name) throws StoreException {
    return parts().attributes().xattr(path, name);
  }

  @Override
  public final void setXattr(StorePath path, String name, ByteBuffer value, XattrMode mode)
      throws StoreException {
    require(Capability.XATTRS, path);
    parts().attributes().setXattr(path, name, value, mode);
  }

  @Override
  public final void removeXattr(StorePath path, String name) throws StoreException {
    require(Capability.XATTRS, path);
    parts().attributes().removeXattr(path, name);
  }

  @Override
  public final List<Extent> placement(StoreObject object, long offset, long length)
      throws StoreException {
    long most = Math.min(length, object.size() - offset);
    return object.isFile() && most > 0
        ? parts().placement().extents(object, offset, most)
        : List.of();
  }

  @Override
  public final StorageUsage space(StorePath path) throws StoreException {
    return parts().attributes().space(path);
  }
}
