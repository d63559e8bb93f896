// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.destination.ExistingTarget;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.source.AttachCounters;
import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.source.SkippedObject;
import io.situ.hdfs.source.SkippedObjectLog;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.AttachWork;
import io.situ.hdfs.write.AttachedDirectoryCache;
import io.situ.hdfs.write.MetadataApplier;
import io.situ.hdfs.write.TreeWriter;
import io.situ.storage.StoreException;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * Makes attached files, and the directories that they are in, what their objects are now, and links
 * blocks again that lack replicas. No file is added or removed. A file counts if it is in the place
 * of its object; what users moved stays as it is. While another attach or repair works in the same
 * HDFS, this waits. Not thread-safe.
 */
final class Repairer implements HdfsTreeWalker.Visitor {

  private final AttachSession session;
  private final ObjectSources sources;
  private final AttachCounters tally = new AttachCounters();
  private final SkippedObjectLog leftOut;
  private final MetadataApplier dress;
  private TreeRoot root;
  private AttachedDirectoryCache held;
  private TreeWriter writer;

  /**
   * A directory that the store does not have or does not let be looked at, below which nothing is
   * repaired; empty if none.
   */
  private String lost = "";

  /** What the files below it count as. */
  private Count lostAs = Count.VANISHED;

  /**
   * @param taker gets the objects that are left out
   */
  Repairer(AttachSession session, SkippedObject.Taker taker) {
    this.session = session;
    this.sources = session.sources();
    this.leftOut = new SkippedObjectLog(tally, taker);
    this.dress = new MetadataApplier(session);
  }

  /**
   * @param target a directory at or below which a tree is attached, or one attached file
   */
  AttachSummary run(Path target) throws IOException {
    try (NamespaceLock.Hold lock = session.lock().take("repair", target)) {
      return repair(target);
    }
  }

  private AttachSummary repair(Path target) throws IOException {
    String path = target.toUri().getPath();
    root = TreeRoot.required(session.hdfs(), target);
    DataNodes nodes = DataNodes.living(session.nameNode());
    Path top = session.hdfs().makeQualified(root.directory());
    Staging staging = Staging.open(session.hdfs(), top, root.tree());
    AttachWork work = new AttachWork(session, staging, nodes, tally, leftOut);
    ExistingTarget ground = ExistingTarget.ofRepair(work, root);
    held = ground.held();
    writer = new TreeWriter(work, ground, root.path());
    writer.run(
        () -> {
          enterAbove(path);
          new HdfsTreeWalker(session.nameNode(), session.parallel(), this).run(path);
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
        AttachItem source = sources.directory(root.tree(), root.tree().root());
        dress.directory(InodePaths.path(root.inode()), source);
      } else {
        held.enter(root.place(directory));
      }
    } catch (StoreException e) {
      lostAs = ObjectSources.isGone(e) ? Count.VANISHED : Count.LEFT_OUT;
      if (lostAs == Count.LEFT_OUT) {
        if (!AttachFailures.isOfOne(e)) {
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
  public void files(List<HdfsFileInfo> found) throws IOException {
    List<HdfsFileInfo> there = new ArrayList<>();
    for (HdfsFileInfo file : found) {
      if (!root.isInPlace(file)) {
        tally.add(Count.KEPT, isInTheWay(file) ? 1 : 0);
      } else if (isLost(file.path())) {
        tally.add(lostAs, 1);
      } else {
        there.add(file);
      }
    }
    for (Optional<AttachItem> source : session.parallel().all(there, this::source)) {
      if (source.isPresent()) {
        writer.add(source.get());
      }
    }
  }

  /** Whether a file of HDFS's own is in the place of an object. */
  private boolean isInTheWay(HdfsFileInfo file) throws IOException {
    Optional<StorePath> object = root.tree().at(root.place(file.path()));
    if (object.isEmpty() || isLost(file.path())) {
      return false;
    }
    try {
      return sources.isFile(root.tree(), object.get()) && ExistingTarget.warnOfKept(file.path());
    } catch (StoreException e) {
      if (!AttachFailures.isOfOne(e)) {
        throw e;
      }
      leftOut.failed(object.get(), e);
      return false;
    }
  }

  private Optional<AttachItem> source(HdfsFileInfo file) throws IOException {
    try {
      String place = root.place(file.path());
      return Optional.of(sources.current(file.mark().orElseThrow(), root.tree().root(), place));
    } catch (StoreException e) {
      if (ObjectSources.isGone(e)) {
        tally.add(Count.VANISHED, 1);
      } else if (AttachFailures.isOfOne(e)) {
        leftOut.failed(file.mark().orElseThrow().object(), e);
      } else {
        throw e;
      }
      return Optional.empty();
    }
  }
}
