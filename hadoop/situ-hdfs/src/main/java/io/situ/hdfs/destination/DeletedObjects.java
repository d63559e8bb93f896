// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.write.AttachSession;
import io.situ.storage.Store;
import io.situ.storage.StoreException;
import io.situ.storage.StoreObject;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Returns which objects the store says are gone. An object that cannot be looked at is not: it is
 * named, and its file stays. Those that seem gone are looked for once more in the store reopened,
 * for its mount may be gone. Not thread-safe.
 */
final class DeletedObjects {

  private final AttachSession session;
  private final AttachedTree tree;
  private final SkippedObjectLog leftOut;

  DeletedObjects(AttachSession session, AttachedTree tree, SkippedObjectLog leftOut) {
    this.session = session;
    this.tree = tree;
    this.leftOut = leftOut;
  }

  /**
   * Returns those of the objects that are gone.
   *
   * @param files whether they are to be files, else directories
   * @throws IOException if the store is not the one that it was, or cannot be asked
   */
  Set<StorePath> of(List<StorePath> objects, boolean files) throws IOException {
    Store store = session.sources().store(tree);
    Set<StorePath> seem = gone(store, objects, files);
    if (seem.isEmpty()) {
      return seem;
    }
    try (Store fresh = session.sources().reopened(tree)) {
      if (!fresh.info().identity().equals(store.info().identity())
          || !fresh.stat(tree.root(), true).isDirectory()) {
        throw new StoreException(
            StoreException.Kind.UNAVAILABLE,
            tree.root(),
            "is not in the store that was there when the attach began; is that mounted?");
      }
      return gone(fresh, List.copyOf(seem), files);
    }
  }

  private Set<StorePath> gone(Store store, List<StorePath> objects, boolean files)
      throws IOException {
    List<Boolean> answers = session.parallel().all(objects, object -> isGone(store, object, files));
    Set<StorePath> gone = new HashSet<>();
    for (int i = 0; i < objects.size(); i++) {
      if (answers.get(i)) {
        gone.add(objects.get(i));
      }
    }
    return gone;
  }

  private boolean isGone(Store store, StorePath object, boolean files) throws IOException {
    try {
      StoreObject now = store.statBelow(tree.root(), object);
      return files ? !now.isFile() : !now.isDirectory();
    } catch (StoreException e) {
      if (ObjectSources.isGone(e)) {
        return true;
      }
      if (!AttachFailures.isOfOne(e)) {
        throw e;
      }
      leftOut.failed(object, e);
      return false;
    }
  }
}
