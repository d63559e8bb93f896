// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

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
 * and those of which the store says nothing. Remembers nothing of what it has seen. For one thread.
 */
final class Sweep implements Walk.Visitor {

  private final AttachSession session;
  private final TreeRoot root;
  private final LeftOut leftOut;
  private final Predicate<FoundFile> unfinished;
  private long removed;

  private Sweep(
      AttachSession session, TreeRoot root, LeftOut leftOut, Predicate<FoundFile> unfinished) {
    this.session = session;
    this.root = root;
    this.leftOut = leftOut;
    this.unfinished = unfinished;
  }

  /** Of a target: what was attached there and still is where it was put. */
  static Sweep ofAttached(AttachSession session, TreeRoot root, LeftOut leftOut) {
    return new Sweep(session, root, leftOut, file -> false);
  }

  /** Of a hidden directory: also what is not whole. */
  static Sweep ofStaging(AttachSession session, TreeRoot root, LeftOut leftOut) {
    return new Sweep(session, root, leftOut, file -> !root.isInPlace(file));
  }

  /** How many files were taken away. */
  long run() throws IOException {
    return run(root.path().isEmpty() ? "/" : root.path());
  }

  /** As {@link #run()}, of a directory of the tree. */
  long run(String directory) throws IOException {
    new Walk(session.nameNode(), session.parallel(), this).run(directory);
    return removed;
  }

  @Override
  public void files(List<FoundFile> files) throws IOException {
    List<FoundFile> gone = new ArrayList<>(files.stream().filter(unfinished).toList());
    List<FoundFile> candidates =
        files.stream()
            .filter(unfinished.negate())
            .filter(file -> root.isInPlace(file) || root.isOldInPlace(file))
            .toList();
    List<StorePath> objects =
        candidates.stream().map(file -> root.tree().at(place(file)).orElseThrow()).toList();
    Set<StorePath> away = new GoneObjects(session, root.tree(), leftOut).of(objects, true);
    for (int i = 0; i < candidates.size(); i++) {
      if (away.contains(objects.get(i))) {
        gone.add(candidates.get(i));
      }
    }
    session.parallel().all(gone, file -> session.nameNode().delete(file.inode(), false));
    removed += gone.size();
  }

  private String place(FoundFile file) {
    return root.place(file.path());
  }

  @Override
  public void left(String directory) throws IOException {
    String place = directory.equals("/") ? "" : root.place(directory);
    Optional<StorePath> object = root.tree().at(place);
    if (place.isEmpty() || object.isEmpty()) {
      return;
    }
    if (!new GoneObjects(session, root.tree(), leftOut)
        .of(List.of(object.get()), false)
        .isEmpty()) {
      Walk.deleteIfEmpty(session.hdfs(), directory);
    }
  }
}
