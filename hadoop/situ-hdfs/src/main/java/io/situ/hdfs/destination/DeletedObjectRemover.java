// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes attached files away whose objects are gone by an inventory and by the store, and
 * directories that are empty by then. A file that users gave another name stays, and so do files of
 * HDFS's own. Remembers a batch and the directories on one path. Not thread-safe.
 */
public final class DeletedObjectRemover {

  private static final int BATCH = 1_000;

  private final AttachSession session;
  private final TreeRoot root;
  private final SkippedObjectLog leftOut;
  private final List<StorePath> some = new ArrayList<>();
  private final Deque<StorePath> above = new ArrayDeque<>();
  private long removed;

  public DeletedObjectRemover(AttachSession session, TreeRoot root, SkippedObjectLog leftOut) {
    this.session = session;
    this.root = root;
    this.leftOut = leftOut;
  }

  /**
   * @param gone a directory before what was in it
   * @return how many files were taken away
   */
  public long run(Iterator<StorePath> gone) throws IOException {
    while (gone.hasNext()) {
      StorePath next = gone.next();
      if (root.tree().isBelow(next)) {
        some.add(next);
      }
      if (some.size() == BATCH) {
        files();
      }
    }
    files();
    leave(Optional.empty());
    return removed;
  }

  /** Takes the files of a batch away, and directories that it is not below any more. */
  private void files() throws IOException {
    List<StorePath> batch = List.copyOf(some);
    some.clear();
    List<Optional<HdfsFileInfo>> there = session.parallel().all(batch, this::find);
    List<HdfsFileInfo> files = new ArrayList<>();
    List<StorePath> objects = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (there.get(i).filter(root::isInPlace).isPresent()) {
        files.add(there.get(i).get());
        objects.add(batch.get(i));
      }
    }
    Set<StorePath> away = new DeletedObjects(session, root.tree(), leftOut).of(objects, true);
    List<HdfsFileInfo> removable = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      if (away.contains(objects.get(i))) {
        removable.add(files.get(i));
      }
    }
    removed +=
        session.parallel().all(removable, file -> file.deleteUnchanged(session.nameNode())).stream()
            .filter(deletion -> deletion == HdfsFileInfo.Deletion.DELETED)
            .count();
    for (int i = 0; i < batch.size(); i++) {
      leave(Optional.of(batch.get(i)));
      if (there.get(i).filter(found -> found.status().isDirectory()).isPresent()) {
        above.push(batch.get(i));
      }
    }
  }

  /** Takes directories away that has been visited completely. */
  private void leave(Optional<StorePath> next) throws IOException {
    while (!above.isEmpty() && !isBelow(next, above.peek())) {
      StorePath directory = above.pop();
      Set<StorePath> away =
          new DeletedObjects(session, root.tree(), leftOut).of(List.of(directory), false);
      if (!away.isEmpty()) {
        HdfsTreeWalker.deleteIfEmpty(session.hdfs(), root.path() + root.tree().place(directory));
      }
    }
  }

  private static boolean isBelow(Optional<StorePath> path, StorePath directory) {
    return path.filter(next -> next.toString().startsWith(directory + "/")).isPresent();
  }

  private Optional<HdfsFileInfo> find(StorePath object) throws IOException {
    return HdfsFileInfo.find(session.nameNode(), root.path() + root.tree().place(object));
  }
}
