// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Takes attached files away of which the store says that their objects are gone, and directories
 * that are empty by then. A file that users gave another name stays, and so do files of HDFS's own
 * and those of which the store says nothing. Remembers nothing of what it has seen. Not
 * thread-safe.
 */
public final class StaleFileRemover implements HdfsTreeWalker.Visitor {

  private final AttachSession session;
  private final TreeRoot root;
  private final SkippedObjectLog leftOut;
  private final Predicate<HdfsFileInfo> unfinished;
  private long removed;

  private StaleFileRemover(
      AttachSession session,
      TreeRoot root,
      SkippedObjectLog leftOut,
      Predicate<HdfsFileInfo> unfinished) {
    this.session = session;
    this.root = root;
    this.leftOut = leftOut;
    this.unfinished = unfinished;
  }

  /** Of a target: what was attached there and still is where it was put. */
  public static StaleFileRemover ofAttached(
      AttachSession session, TreeRoot root, SkippedObjectLog leftOut) {
    return new StaleFileRemover(session, root, leftOut, file -> false);
  }

  /** Of a hidden directory: also what is not whole. */
  static StaleFileRemover ofStaging(
      AttachSession session, TreeRoot root, SkippedObjectLog leftOut) {
    return new StaleFileRemover(session, root, leftOut, file -> !root.isInPlace(file));
  }

  /** How many files were taken away. */
  public long run() throws IOException {
    return run(root.path().isEmpty() ? "/" : root.path());
  }

  /** As {@link #run()}, of a directory of the tree. */
  long run(String directory) throws IOException {
    new HdfsTreeWalker(session.nameNode(), session.parallel(), this).run(directory);
    return removed;
  }

  @Override
  public void files(List<HdfsFileInfo> files) throws IOException {
    List<HdfsFileInfo> left = files.stream().filter(unfinished).toList();
    List<HdfsFileInfo> gone = new ArrayList<>();
    List<HdfsFileInfo> candidates =
        files.stream()
            .filter(unfinished.negate())
            .filter(file -> root.isInPlace(file) || root.isOldInPlace(file))
            .toList();
    List<StorePath> objects =
        candidates.stream().map(file -> root.tree().at(place(file)).orElseThrow()).toList();
    Set<StorePath> away = new DeletedObjects(session, root.tree(), leftOut).of(objects, true);
    for (int i = 0; i < candidates.size(); i++) {
      if (away.contains(objects.get(i))) {
        gone.add(candidates.get(i));
      }
    }
    session.parallel().all(left, file -> session.nameNode().delete(file.inode(), false));
    removed += left.size();
    removed +=
        session.parallel().all(gone, file -> file.deleteUnchanged(session.nameNode())).stream()
            .filter(deletion -> deletion == HdfsFileInfo.Deletion.DELETED)
            .count();
  }

  private String place(HdfsFileInfo file) {
    return root.place(file.path());
  }

  @Override
  public void left(String directory) throws IOException {
    String place = directory.equals("/") ? "" : root.place(directory);
    Optional<StorePath> object = root.tree().at(place);
    if (place.isEmpty() || object.isEmpty()) {
      return;
    }
    if (!new DeletedObjects(session, root.tree(), leftOut)
        .of(List.of(object.get()), false)
        .isEmpty()) {
      HdfsTreeWalker.deleteIfEmpty(session.hdfs(), directory);
    }
  }
}
