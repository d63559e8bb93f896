// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import io.situ.storage.Capability;
import io.situ.storage.Store.RenameMode;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import io.situ.storage.testkit.memory.MemoryFileTree.Place;

/** One rename, checked as POSIX does. */
final class MemoryRename {

  private final MemoryStore store;
  private final MemoryFileTree tree;
  private final StorePath from;
  private final StorePath to;
  private final RenameMode mode;

  MemoryRename(MemoryStore store, StorePath from, StorePath to, RenameMode mode) {
    this.store = store;
    this.tree = store.tree();
    this.from = from;
    this.to = to;
    this.mode = mode;
  }

  void run() throws StoreException {
    Place source = tree.resolve(from, false, store.access());
    if (source.node() == null) {
      throw fail(Kind.NOT_FOUND, from, "no such file or directory");
    }
    Place target = tree.resolve(to, false, store.access());
    if (source.node() == tree.root || target.node() == tree.root) {
      throw fail(Kind.INVALID_ARGUMENT, from, "the root cannot be renamed or replaced");
    }
    if (source.directory() == target.directory() && source.name().equals(target.name())) {
      return;
    }
    if (target.directory().isBelow(source.node())) {
      throw fail(Kind.INVALID_ARGUMENT, from, "it cannot be renamed to a place below itself");
    }
    checkTarget(source, target);
    checkAccess(source, target);
    if (target.node() != null) {
      tree.leave(target);
    }
    tree.leave(source);
    tree.enter(target, source.node());
  }

  private void checkTarget(Place source, Place target) throws StoreException {
    boolean directory = source.node().isDirectory();
    if (mode == RenameMode.NO_REPLACE) {
      if (directory && !store.can(Capability.ATOMIC_NO_REPLACE_DIRECTORY, to)) {
        throw fail(Kind.UNSUPPORTED, from, "the store has no no-replace rename of directories");
      }
      if (target.node() != null) {
        throw fail(Kind.ALREADY_EXISTS, to, "something is there already");
      }
    }
    if (target.node() == null) {
      MemoryFileTree.checkName(target.name(), to);
    } else if (directory && !target.node().isDirectory()) {
      throw fail(Kind.NOT_A_DIRECTORY, to, "a directory cannot replace a file");
    } else if (!directory && target.node().isDirectory()) {
      throw fail(Kind.IS_A_DIRECTORY, to, "a file cannot replace a directory");
    } else if (!target.node().entries.isEmpty()) {
      throw fail(Kind.NOT_EMPTY, to, "the directory is not empty");
    }
  }

  private void checkAccess(Place source, Place target) throws StoreException {
    Caller access = store.access();
    access.checkRemove(source.directory(), source.node(), from);
    access.check(target.directory(), Caller.WRITE | Caller.SEARCH, to);
    if (target.node() != null) {
      access.checkRemove(target.directory(), target.node(), to);
    }
  }

  private static StoreException fail(Kind kind, StorePath path, String why) {
    return new StoreException(kind, path, why);
  }
}
