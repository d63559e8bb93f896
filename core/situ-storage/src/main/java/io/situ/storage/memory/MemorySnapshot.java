package io.situ.storage.memory;

import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;

/** A copy of a directory, hidden below the root. */
final class MemorySnapshot implements Store.Snapshot {

  private final Tree tree;
  private final Node copy;
  private final String name;

  private MemorySnapshot(Tree tree, Node copy, String name) {
    this.tree = tree;
    this.copy = copy;
    this.name = name;
  }

  static MemorySnapshot of(Tree tree, StorePath directory, Node node, String label)
      throws StoreException {
    String name = label + "-" + tree.nextIdentity();
    try {
      StorePath.ROOT.child(label);
      Tree.checkName(name, directory);
    } catch (IllegalArgumentException e) {
      throw new StoreException(
          StoreException.Kind.INVALID_NAME, directory, "no such label: '" + label + "'", e);
    }
    Node copy = node.freeze(tree);
    copy.enter(tree.snapshots, name);
    return new MemorySnapshot(tree, copy, name);
  }

  @Override
  public StorePath path() {
    return StorePath.ROOT.child(Tree.SNAPSHOTS).child(name);
  }

  @Override
  public void close() {
    synchronized (tree) {
      copy.leave(tree.snapshots, name);
    }
  }
}
