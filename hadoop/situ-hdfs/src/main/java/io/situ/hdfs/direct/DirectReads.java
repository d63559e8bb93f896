// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.direct;

import io.situ.hadoop.fs.config.ProcessRole;
import io.situ.hadoop.fs.statistics.LocalityTracker;
import io.situ.hadoop.fs.stream.ReadSource;
import io.situ.hadoop.fs.stream.SituInputStream;
import io.situ.hdfs.tree.DirectReadMark;
import io.situ.storage.Extent;
import io.situ.storage.ReadHandle;
import io.situ.storage.Replica;
import io.situ.storage.StorePath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the objects of attached files. Thread-safe. */
final class DirectReads {

  private static final Logger LOG = LoggerFactory.getLogger(DirectReads.class);

  private static final boolean TASK = ProcessRole.runsTasks();

  private final DirectStores stores;

  /**
   * @param statistics where Hadoop counts what is read
   */
  DirectReads(Configuration conf, FileSystem.Statistics statistics) {
    this.stores = new DirectStores(conf, statistics);
  }

  /**
   * Opens the object of a file that was opened in HDFS; empty if it has none, or none that may be
   * read instead of the file.
   *
   * @param name the path of the file
   * @param hdfs the file, open; its blocks are those of which bytes are to be read
   */
  Optional<SituInputStream> open(
      DFSClient client, String name, HdfsDataInputStream hdfs, ReadHandle.Policy policy) {
    if (!isPlain(hdfs)) {
      return Optional.empty();
    }
    try {
      byte[] value = client.getXAttrs(DirectReadMark.path(name)).get(DirectReadMark.ATTRIBUTE);
      Optional<DirectReadMark> mark = Optional.ofNullable(value).flatMap(DirectReadMark::parse);
      if (mark.isEmpty()) {
        return Optional.empty();
      }
      List<LocatedBlock> blocks = hdfs.getAllBlocks();
      Optional<DirectStores.OpenStore> store =
          mark.get().isOf(blocks) ? stores.find(mark.get().object().store()) : Optional.empty();
      return store.isEmpty()
          ? Optional.empty()
          : Optional.of(open(name, store.get(), mark.get(), blocks, policy));
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} is read through DataNodes", name, e);
      return Optional.empty();
    }
  }

  /** Whether it has bytes, which are neither encrypted nor erasure-coded. */
  private static boolean isPlain(HdfsDataInputStream hdfs) {
    return hdfs.getWrappedStream() instanceof DFSInputStream stream
        && stream.getClass() == DFSInputStream.class
        && stream.getFileEncryptionInfo() == null
        && stream.getFileLength() > 0;
  }

  private static SituInputStream open(
      String name,
      DirectStores.OpenStore in,
      DirectReadMark mark,
      List<LocatedBlock> blocks,
      ReadHandle.Policy policy)
      throws IOException {
    ReadHandle.Options options =
        ReadHandle.Options.DEFAULT
            .withPolicy(policy)
            .withTask(TASK)
            .withExpected(mark.object().version())
            .withoutLinksBelow(StorePath.ROOT);
    ReadHandle handle = in.store().open(mark.object().object(), options);
    boolean done = false;
    try {
      UnchangedReadHandle unchanged = new UnchangedReadHandle(in.store(), mark, handle);
      unchanged.check(handle.object());
      List<Extent> extents = extents(blocks);
      LocalityTracker.Placement placement = (object, offset, length) -> extents;
      SituInputStream stream =
          new SituInputStream(
              in.streams().get(), new ReadSource(name, policy, unchanged, placement));
      done = true;
      return stream;
    } finally {
      if (!done) {
        handle.close();
      }
    }
  }

  /** Where HDFS says that the bytes are. */
  private static List<Extent> extents(List<LocatedBlock> blocks) {
    List<Extent> extents = new ArrayList<>();
    for (LocatedBlock block : blocks) {
      DatanodeInfo[] nodes = block.getLocations();
      List<Replica> replicas =
          Arrays.stream(nodes).map(node -> Replica.on(node.getHostName())).toList();
      extents.add(new Extent(block.getStartOffset(), block.getBlockSize(), replicas));
    }
    return extents;
  }

  void close() throws IOException {
    stores.close();
  }
}
