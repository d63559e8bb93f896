// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsFileInfo.Deletion;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.storage.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes attached files out of HDFS. Ordinary files beside them stay, and so do attached files that
 * were written to in HDFS, and the directories they are in. The objects are not touched: what goes
 * is the name and the links. What an attach of the same target that was stopped has left goes too.
 * Not thread-safe.
 */
public final class Detacher {

  private static final Logger LOG = LoggerFactory.getLogger(Detacher.class);

  private final DistributedFileSystem hdfs;
  private final ClientProtocol nameNode;
  private Optional<TreeRoot> within = Optional.empty();
  private long files;
  private long kept;
  private boolean anyAttached;

  Detacher(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
    this.nameNode = hdfs.getClient().getNamenode();
  }

  /**
   * @param files attached files that are out now
   * @param kept files of HDFS's own that stayed
   * @param cleared whether something of an attach that was stopped was taken away
   */
  public record Summary(long files, long kept, boolean cleared) {}

  /**
   * @throws StoreException if neither the directory nor anything of a stopped attach is there, or
   *     nothing is attached at the directory, above or below it
   * @throws IOException if HDFS refuses; what was taken out until then is out
   */
  Summary detach(Path directory) throws IOException {
    within = TreeRoot.of(hdfs, directory);
    anyAttached = within.isPresent();
    boolean cleared = Staging.clear(hdfs, directory);
    forgetSnapshots(directory);
    if (!cleared || hdfs.exists(directory)) {
      try (ParallelSteps parallel = new ParallelSteps(ParallelSteps.LOOKING)) {
        new HdfsTreeWalker(nameNode, parallel, new Removal(parallel))
            .run(directory.toUri().getPath());
      }
    }
    if (!cleared && !anyAttached) {
      throw new StoreException(
          StoreException.Kind.NOT_FOUND,
          null,
          "nothing is attached at '" + directory.toUri().getPath() + "', above or below it");
    }
    return new Summary(files, kept, cleared);
  }

  /** What is attached there is not all that a snapshot reports any more; the next attach looks. */
  private void forgetSnapshots(Path directory) throws IOException {
    for (Path above = directory; above != null; above = above.getParent()) {
      forgetSnapshot(above);
    }
  }

  /** Of a directory that something is attached at; nothing happens if nothing is, or it is gone. */
  private void forgetSnapshot(Path directory) throws IOException {
    try {
      AttachedTree.forgetSnapshot(hdfs, directory);
    } catch (FileNotFoundException e) {
      return;
    } catch (AccessControlException e) {
      LOG.warn("'situ attach --whole' finds what is detached here: {}", e.getMessage());
    }
  }

  private boolean isAttached(HdfsFileInfo file) {
    return file.isAttached() || isIn(file.path()) && within.get().isOldInPlace(file);
  }

  private boolean isIn(String path) {
    return within.filter(tree -> (path + "/").startsWith(tree.path() + "/")).isPresent();
  }

  private final class Removal implements HdfsTreeWalker.Visitor {

    private final ParallelSteps parallel;

    Removal(ParallelSteps parallel) {
      this.parallel = parallel;
    }

    @Override
    public void files(List<HdfsFileInfo> found) throws IOException {
      List<HdfsFileInfo> attached = found.stream().filter(Detacher.this::isAttached).toList();
      List<Deletion> deletions = parallel.all(attached, file -> file.deleteUnchanged(nameNode));
      anyAttached |= !attached.isEmpty();
      files += Collections.frequency(deletions, Deletion.DELETED);
      kept += found.size() - attached.size();
      kept += Collections.frequency(deletions, Deletion.CHANGED);
    }

    /** A tree may be attached in another one, and stay where it holds a file of HDFS's own. */
    @Override
    public void entered(String directory) throws IOException {
      if (!isIn(directory)) {
        within = TreeRoot.find(hdfs, new Path(directory));
      }
      forgetSnapshot(new Path(directory));
    }

    /** Directories that are in no attached tree are of others. */
    @Override
    public void left(String directory) throws IOException {
      if (isIn(directory)) {
        anyAttached = true;
        HdfsTreeWalker.deleteIfEmpty(hdfs, directory);
      }
    }
  }
}
