// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryFileTree.Place;
import java.util.List;

/** Puts entries into directories and takes them out, on behalf of one user. */
final class DirectoryEntries {

  private final MemoryFileTree tree;
  private final Caller access;

  DirectoryEntries(MemoryFileTree tree, Caller access) {
    this.tree = tree;
    this.access = access;
  }

  private static StoreException fail(Kind kind, StorePath path, String why) {
    return new StoreException(kind, path, why);
  }

  Place checkCreate(StorePath path, boolean replace) throws StoreException {
    Place place = tree.resolve(path, replace, access);
    if (place.node() != null && !replace) {
      throw fail(Kind.ALREADY_EXISTS, path, "something is there already");
    }
    if (place.node() != null && place.node().isDirectory()) {
      throw fail(Kind.IS_A_DIRECTORY, path, "a directory is there");
    }
    checkPut(place, path);
    return place;
  }

  private void checkPut(Place place, StorePath path) throws StoreException {
    MemoryFileTree.checkName(place.name(), path);
    access.check(place.directory(), Caller.WRITE | Caller.SEARCH, path);
    if (place.node() != null) {
      access.checkRemove(place.directory(), place.node(), path);
    }
  }

  void put(Place place, MemoryInode node) {
    if (place.node() != null) {
      tree.leave(place);
    }
    tree.enter(place, node);
  }

  void withdraw(MemoryInode node) {
    for (MemoryInode.Name name : List.copyOf(node.names)) {
      tree.leave(new Place(name.directory(), name.text(), node));
    }
  }

  void mkdir(StorePath path, int mode) throws StoreException {
    if ((mode & ~07777) != 0) {
      throw fail(Kind.INVALID_ARGUMENT, path, "no such mode: 0" + Integer.toOctalString(mode));
    }
    tree.enter(vacant(path), tree.newNode(StoreObject.Kind.DIRECTORY, null, mode, access));
  }

  /** The place {@code path}, where nothing is and something may be put. */
  private Place vacant(StorePath path) throws StoreException {
    Place place = tree.resolve(path, false, access);
    if (place.node() != null) {
      throw fail(Kind.ALREADY_EXISTS, path, "something is there already");
    }
    checkPut(place, path);
    return place;
  }

  boolean delete(StorePath path) throws StoreException {
    Place place = resolveToDelete(path);
    if (place == null || place.node() == null) {
      return false;
    }
    if (place.node() == tree.root) {
      throw fail(Kind.INVALID_ARGUMENT, path, "the root cannot be deleted");
    }
    access.checkRemove(place.directory(), place.node(), path);
    if (!place.node().entries.isEmpty()) {
      throw fail(Kind.NOT_EMPTY, path, "the directory is not empty");
    }
    tree.leave(place);
    return true;
  }

  private Place resolveToDelete(StorePath path) throws StoreException {
    try {
      return tree.resolve(path, false, access);
    } catch (StoreException e) {
      if (e.kind() == Kind.NOT_FOUND) {
        return null;
      }
      throw e;
    }
  }

  void symbolicLink(StorePath path, String target) throws StoreException {
    String text = linkText(path, target);
    tree.enter(vacant(path), tree.newNode(StoreObject.Kind.SYMLINK, text, 0777, access));
  }

  void hardLink(StorePath path, StorePath existing) throws StoreException {
    MemoryInode node = tree.find(existing, false, access);
    if (node.isDirectory()) {
      throw fail(Kind.IS_A_DIRECTORY, existing, "a directory has one name only");
    }
    tree.enter(vacant(path), node);
  }

  private static String linkText(StorePath path, String target) throws StoreException {
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw fail(Kind.INVALID_ARGUMENT, path, "no such link target: '" + target + "'");
    }
    try {
      byte[] bytes = StorePath.encode(target);
      return StorePath.decode(bytes);
    } catch (IllegalArgumentException e) {
      throw new StoreException(Kind.INVALID_ARGUMENT, path, e.getMessage(), e);
    }
  }
}
