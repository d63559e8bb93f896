// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.AttachedTree;
import io.situ.hdfs.source.BlockRange;
import io.situ.hdfs.source.ObjectSources;
import io.situ.hdfs.tree.HdfsFileInfo;
import io.situ.hdfs.tree.HdfsTreeWalker;
import io.situ.hdfs.tree.TreeRoot;
import io.situ.hdfs.write.FileComparison;
import io.situ.hdfs.write.FileComparison.State;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Looks at attached files and at who serves them. Not thread-safe. */
final class StatusReader implements HdfsTreeWalker.Visitor {

  private final DistributedFileSystem hdfs;
  private final ParallelSteps parallel;
  private final ObjectSources sources;
  private final FileComparison comparison;
  private final LongAdder files = new LongAdder();
  private final LongAdder ordinary = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder blocks = new LongAdder();
  private final LongAdder nowhere = new LongAdder();
  private final LongAdder fewer = new LongAdder();
  private final LongAdder placed = new LongAdder();
  private final LongAdder local = new LongAdder();
  private volatile String unknown = "";
  private Optional<TreeRoot> root = Optional.empty();

  StatusReader(DistributedFileSystem hdfs, ParallelSteps parallel, ObjectSources sources)
      throws IOException {
    this.hdfs = hdfs;
    this.parallel = parallel;
    this.sources = sources;
    this.comparison = new FileComparison(DataNodes.living(hdfs.getClient().getNamenode()));
  }

  AttachStatus read(Path directory) throws IOException {
    String path = directory.toUri().getPath();
    root = TreeRoot.of(hdfs, directory);
    if (root.isPresent()) {
      root.get().refuseOld();
    }
    new HdfsTreeWalker(hdfs.getClient().getNamenode(), parallel, this).run(path);
    return new AttachStatus(
        AttachedTree.read(hdfs, directory),
        files.sum(),
        ordinary.sum(),
        bytes.sum(),
        blocks.sum(),
        new AttachStatus.Served(nowhere.sum(), fewer.sum(), placed.sum(), local.sum(), unknown));
  }

  @Override
  public void files(List<HdfsFileInfo> found) throws IOException {
    parallel.all(found, this::inspect);
  }

  private Void inspect(HdfsFileInfo file) {
    if (!file.isAttached()) {
      ordinary.increment();
      return null;
    }
    files.increment();
    bytes.add(file.status().getLen());
    blocks.add(file.blocks().size());
    Optional<AttachItem> source = source(file.mark().orElseThrow());
    for (int i = 0; i < file.blocks().size(); i++) {
      LocatedBlock block = file.blocks().get(i);
      if (HdfsFileInfo.isUnserved(block)) {
        nowhere.increment();
      } else if (source.isPresent() && source.get().cuts().size() == file.blocks().size()) {
        place(block, source.get().cuts().get(i));
      }
    }
    return null;
  }

  private void place(LocatedBlock block, BlockRange cut) {
    if (cut.hosts().isEmpty()) {
      return;
    }
    placed.increment();
    State state = comparison.state(block, cut);
    if (state == State.SAME) {
      local.increment();
    } else if (state == State.FEWER) {
      fewer.increment();
    }
  }

  /** The object as it is now, empty if it is gone or cannot be asked for. */
  private Optional<AttachItem> source(LinkedBlock mark) {
    if (!unknown.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(sources.current(mark, TreeRoot.top(root, mark), ""));
    } catch (StoreException e) {
      if (!ObjectSources.isGone(e)) {
        unknown = e.getMessage();
      }
    } catch (IOException e) {
      unknown = String.valueOf(e.getMessage());
    }
    return Optional.empty();
  }
}
