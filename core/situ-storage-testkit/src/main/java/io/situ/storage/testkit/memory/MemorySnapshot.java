// SPDX-License-Identifier: Apache-2.0
package io.situ.storage.testkit.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreException.Kind;
import io.situ.storage.StorePath;
import java.util.UUID;

/** A copy of a directory, hidden below the root. */
final class MemorySnapshot implements Store.Snapshot {

  private final MemoryFileTree tree;
  private final StorePath path;

  private MemorySnapshot(MemoryFileTree tree, StorePath path) {
    this.tree = tree;
    this.path = path;
  }

  static StorePath path(StorePath directory, String label) throws StoreException {
    String name = label + "-" + UUID.nameUUIDFromBytes(directory.toString().getBytes(UTF_8));
    try {
      StorePath.ROOT.child(label);
      MemoryFileTree.checkName(name, directory);
    } catch (IllegalArgumentException e) {
      throw new StoreException(Kind.INVALID_NAME, directory, "no such label: '" + label + "'", e);
    }
    return place(name);
  }

  static MemorySnapshot of(MemoryFileTree tree, StorePath directory, MemoryInode node, String label)
      throws StoreException {
    StorePath path = path(directory, label);
    if (tree.snapshots.entries.containsKey(path.name())) {
      throw new StoreException(
          Kind.ALREADY_EXISTS, directory, "it has a snapshot called '" + label + "'");
    }
    node.freeze(tree).enter(tree.snapshots, path.name());
    return new MemorySnapshot(tree, path);
  }

  /** Lets go of a snapshot, and says whether there was one at {@code path}. */
  static boolean release(MemoryFileTree tree, StorePath path) {
    MemoryInode copy = tree.snapshots.entries.get(path.name());
    boolean there = copy != null && path.equals(place(path.name()));
    if (there) {
      copy.leave(tree.snapshots, path.name());
    }
    return there;
  }

  private static StorePath place(String name) {
    return StorePath.ROOT.child(MemoryFileTree.SNAPSHOTS).child(name);
  }

  @Override
  public StorePath path() {
    return path;
  }

  @Override
  public void close() {
    synchronized (tree) {
      release(tree, path);
    }
  }
}
