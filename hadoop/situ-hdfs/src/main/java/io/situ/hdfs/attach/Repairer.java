// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.attach.AttachSummary.Count;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Makes attached files, and the directories that they are in, what their objects are now, and links
 * blocks anew that lack replicas. No file is added or removed. A file counts if it is in the place
 * of its object; what users moved stays as it is. For one thread.
 */
final class Repairer implements Walk.Visitor {

  private final AttachSession session;
  private final ObjectSources sources;
  private final Tally tally = new Tally();
  private final LeftOut leftOut;
  private final Dress dress;
  private TreeRoot root;
  private HeldDirectories held;
  private TreeWriter writer;

  /** A directory that the store does not have, below which nothing is repaired; empty if none. */
  private String lost = "";

  /**
   * @param taker gets the objects that are left out
   */
  Repairer(AttachSession session, LeftOutObject.Taker taker) {
    this.session = session;
    this.sources = session.sources();
    this.leftOut = new LeftOut(tally, taker);
    this.dress = new Dress(session);
  }

  /**
   * @param target a directory at or below which a tree is attached, or one attached file
   */
  AttachSummary run(Path target) throws IOException {
    String path = target.toUri().getPath();
    root = TreeRoot.required(session.hdfs(), target);
    DataNodes nodes = DataNodes.living(session.nameNode());
    Path top = session.hdfs().makeQualified(root.directory());
    Staging staging = Staging.open(session.hdfs(), top, root.tree());
    AttachWork work = new AttachWork(session, staging, nodes, tally, leftOut);
    UpdateGround ground = new UpdateGround(work, root);
    held = ground.held();
    writer = new TreeWriter(work, ground, root.path());
    writer.run(
        () -> {
          enterAbove(path);
          new Walk(session.nameNode(), session.parallel(), this).run(path);
        });
    return tally.summary();
  }

  /** The directories on the way keep people out as well. */
  private void enterAbove(String path) throws IOException {
    for (int slash = root.path().length();
        slash >= 0 && slash < path.length();
        slash = path.indexOf('/', slash + 1)) {
      entered(path.substring(0, slash));
    }
  }

  @Override
  public void entered(String path) throws IOException {
    String directory = path.equals("/") ? "" : path;
    if (isLost(directory)) {
      return;
    }
    lost = "";
    try {
      if (directory.equals(root.path())) {
        Source source = sources.directory(root.tree(), root.tree().root());
        dress.directory(Inodes.path(root.inode()), source);
      } else {
        held.enter(root.place(directory));
      }
    } catch (StoreException e) {
      if (!ObjectSources.isGone(e)) {
        if (!Failures.isOfOne(e)) {
          throw e;
        }
        leftOut.failed(e.path().orElse(root.tree().root()), e);
      }
      lost = directory + "/";
    }
  }

  private boolean isLost(String path) {
    return !lost.isEmpty() && path.startsWith(lost);
  }

  @Override
  public void files(List<FoundFile> found) throws IOException {
    List<FoundFile> there = new ArrayList<>();
    for (FoundFile file : found) {
      if (!root.isInPlace(file)) {
        tally.add(Count.KEPT, isInTheWay(file) ? 1 : 0);
      } else if (isLost(file.path())) {
        tally.add(Count.VANISHED, 1);
      } else {
        there.add(file);
      }
    }
    for (Optional<Source> source : session.parallel().all(there, this::source)) {
      if (source.isPresent()) {
        writer.add(source.get());
      }
    }
  }

  /** Whether a file of HDFS's own is in the place of an object. */
  private boolean isInTheWay(FoundFile file) throws IOException {
    Optional<StorePath> object = root.tree().at(root.place(file.path()));
    return object.isPresent()
        && !isLost(file.path())
        && sources.isFile(root.tree(), object.get())
        && UpdateGround.warnOfKept(file.path());
  }

  private Optional<Source> source(FoundFile file) throws IOException {
    try {
      String place = root.place(file.path());
      return Optional.of(sources.now(file.mark().orElseThrow(), root.tree().root(), place));
    } catch (StoreException e) {
      if (ObjectSources.isGone(e)) {
        tally.add(Count.VANISHED, 1);
      } else if (Failures.isOfOne(e)) {
        leftOut.failed(file.mark().orElseThrow().object(), e);
      } else {
        throw e;
      }
      return Optional.empty();
    }
  }
}
