// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.destination;

import io.situ.hdfs.source.AttachFailures;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachSummary.Count;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.AttachSession;
import io.situ.hdfs.write.AttachTarget;
import io.situ.hdfs.write.AttachWork;
import io.situ.hdfs.write.MetadataApplier;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** A target that becomes what the store is now: files whose objects are gone go too. */
public final class MirroredTarget implements AttachTarget {

  private final AttachWork work;
  private final AttachSession session;
  private final ExistingTarget files;
  private final TreeRoot root;
  private final MetadataApplier dress;
  private final Leaving leaving;

  /** Takes away what is not there any more. */
  public interface Leaving {
    /**
     * @return how many files went
     */
    long run() throws IOException;
  }

  public MirroredTarget(AttachWork work, ExistingTarget files, TreeRoot root, Leaving leaving) {
    this.work = work;
    this.session = work.session();
    this.files = files;
    this.root = root;
    this.dress = new MetadataApplier(session);
    this.leaving = leaving;
  }

  @Override
  public void directories(List<AttachItem> directories) throws IOException {
    for (List<AttachItem> level : NewTarget.byDepth(directories)) {
      session.parallel().all(level, this::directory);
    }
  }

  private Void directory(AttachItem source) throws IOException {
    try {
      if (source.place().isEmpty()) {
        dress.directory(InodePaths.path(root.inode()), source);
      } else {
        clearFile(source.place());
        files.held().enter(source.place());
      }
    } catch (IOException e) {
      if (!AttachFailures.isOfOne(e)) {
        throw e;
      }
      work.leftOut().failed(source.object().path(), e);
    }
    return null;
  }

  /** Takes away an attached file whose object is a directory now. */
  private void clearFile(String place) throws IOException {
    Optional<HdfsFileInfo> there = HdfsFileInfo.find(session.nameNode(), root.path() + place);
    if (there.isPresent() && (root.isInPlace(there.get()) || root.isOldInPlace(there.get()))) {
      session.nameNode().delete(there.get().inode(), false);
      work.tally().add(Count.REMOVED, 1);
    }
  }

  @Override
  public List<AttachItem> needed(List<AttachItem> some, AttachFailures failures)
      throws IOException {
    return files.needed(some, failures);
  }

  @Override
  public Optional<AttachItem> elsewhere(AttachItem file, Set<String> hosts) {
    return files.elsewhere(file, hosts);
  }

  @Override
  public List<AttachItem> made(List<AttachItem> some, AttachFailures failures) throws IOException {
    return files.made(some, failures);
  }

  @Override
  public void publish() throws IOException {
    work.tally().add(Count.REMOVED, leaving.run());
    boolean partly = work.leftOut().hasFailures() || dress.hasClosed() || files.hasClosed();
    AttachedTree tree = partly ? root.tree().of("") : root.tree();
    session
        .lock()
        .during(
            () -> {
              mark(tree);
              return null;
            });
    // Last: where it is gone before the end, another command has taken it away.
    files.publish();
  }

  private void mark(AttachedTree tree) throws IOException {
    Path directory = new Path(InodePaths.path(root.inode()));
    session.hdfs().setXAttr(directory, AttachedTree.ATTRIBUTE, tree.toBytes());
    if (root.old()) {
      session.hdfs().removeXAttr(directory, AttachedTree.OLD_ATTRIBUTE);
    }
  }
}
