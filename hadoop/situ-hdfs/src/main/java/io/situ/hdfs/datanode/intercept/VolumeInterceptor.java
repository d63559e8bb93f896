// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockFile;
import io.situ.hdfs.datanode.replica.LinkFiles;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after what linked blocks have on the DataNode's volumes, and keeps them where they are.
 * Thread-safe.
 */
final class VolumeInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(VolumeInterceptor.class);

  private final LinkedReplicas replicas;

  VolumeInterceptor(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  /**
   * What the directory scanner reports the disk, which may have changed since it looked. A linked
   * block that cannot be looked at or recreated stays as it is: a failure would end the scan before
   * the blocks that come after it.
   */
  @Intercepts
  void checkAndUpdate(String pool, FsVolumeSpi.ScanInfo info) throws IOException {
    synchronized (replicas.locks().of(info.getBlockId())) {
      if (!isSettled(pool, info)) {
        replicas.stock().checkAndUpdate(pool, info);
      }
    }
  }

  /** Whether a block is linked and Hadoop has nothing to do about it. */
  private boolean isSettled(String pool, FsVolumeSpi.ScanInfo info) {
    try {
      ReplicaInfo replica = replicas.replica(pool, info.getBlockId());
      Optional<LinkMetadata> mark = LinkedReplicas.metadata(replica);
      boolean whole = exists(info.getBlockFile()) && exists(info.getMetaFile());
      if (mark.isEmpty() || replica.getState() != ReplicaState.FINALIZED) {
        return false;
      }
      repair(replica, pool, mark.get());
      // Hadoop takes every link for a damaged block.
      return !whole || LinkedReplicas.isSymbolicLink(replica);
    } catch (IOException e) {
      LOG.warn("block {} of {} stays as it is", info.getBlockId(), pool, e);
      return true;
    }
  }

  private static boolean exists(java.io.File file) {
    return file != null && file.exists();
  }

  /** What stands for a block is recreated if it was lost, or cut. */
  private void repair(ReplicaInfo replica, String pool, LinkMetadata mark) throws IOException {
    LinkFiles files = LinkedReplicas.files(replica, pool);
    LinkedBlock block = mark.block();
    if ((mark.symbolic() && LinkedReplicas.isSymbolicLink(replica))
        || new BlockFile.Placeholder(block.length()).isAt(files.data())) {
      return;
    }
    LOG.warn("{} is recreated", files.data());
    Optional<Path> target = mark.symbolic() ? target(block) : Optional.empty();
    try (LinkFiles.Draft sums = files.draft()) {
      Files.copy(files.checksums(), sums.path());
      files.place(sums, mark, LinkedReplicas.blockFile(block, target));
    }
  }

  /** Where a store does not open, or is not served any more, a placeholder does as well. */
  private Optional<Path> target(LinkedBlock block) {
    try {
      return replicas.plainFile(block);
    } catch (IOException e) {
      LOG.warn("no symbolic link is made to {}: {}", block.object(), e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * A DataNode that starts takes the length of a link's target for that of the block, and 0 where
   * the store is not mounted yet.
   */
  @Intercepts
  void addBlockPool(String pool, Configuration conf) throws IOException {
    replicas.stock().addBlockPool(pool, conf);
    measure(pool);
  }

  /** As {@link #addBlockPool}, for a volume that is added while the DataNode runs. */
  @Intercepts
  void addVolume(StorageLocation location, List<NamespaceInfo> namespaces) throws IOException {
    replicas.stock().addVolume(location, namespaces);
    for (NamespaceInfo namespace : namespaces) {
      measure(namespace.getBlockPoolID());
    }
  }

  private void measure(String pool) throws IOException {
    for (ReplicaInfo found : replicas.stock().getFinalizedBlocks(pool)) {
      if (LinkedReplicas.isSymbolicLink(found)) {
        setLength(replicas.replica(pool, found.getBlockId()));
      }
    }
  }

  /** One whose mark cannot be read is not served; it keeps no other from being. */
  private static void setLength(ReplicaInfo replica) {
    try {
      LinkedReplicas.metadata(replica)
          .ifPresent(mark -> replica.setNumBytes(mark.block().length()));
    } catch (IOException e) {
      LOG.warn("the length of {} is not known", replica, e);
    }
  }

  /** A block whose object is away, or whose store is, is no block whose file is lost. */
  @Intercepts
  void invalidateMissingBlock(String pool, Block block) throws IOException {
    if (LinkedReplicas.metadata(replicas.replica(pool, block.getBlockId())).isEmpty()) {
      replicas.stock().invalidateMissingBlock(pool, block);
    }
  }

  /**
   * The files are emptied first: their length would be taken from the space in use. Where that
   * fails, the space in use is wrong until Hadoop measures it again, and the blocks go all the
   * same.
   */
  @Intercepts
  void invalidate(String pool, Block[] blocks) throws IOException {
    if (!replicas.stock().trashEnabled(pool)) {
      for (Block block : blocks) {
        ReplicaInfo replica = replicas.replica(pool, block.getBlockId());
        if (replica != null && replica.getGenerationStamp() == block.getGenerationStamp()) {
          tryEmpty(replica, pool);
        }
      }
    }
    replicas.stock().invalidate(pool, blocks);
  }

  private void tryEmpty(ReplicaInfo replica, String pool) {
    try {
      empty(replica, pool);
    } catch (IOException e) {
      LOG.warn("{} is deleted with its full length", replica, e);
    }
  }

  private void empty(ReplicaInfo replica, String pool) throws IOException {
    synchronized (replicas.locks().of(replica.getBlockId())) {
      Optional<LinkMetadata> mark = LinkedReplicas.metadata(replica);
      if (mark.isPresent()) {
        LinkFiles files = LinkedReplicas.files(replica, pool);
        LinkFiles.empty(files.scratch(), files.data());
        if (!mark.get().summed()) {
          LinkFiles.empty(files.scratch(), files.checksums());
        }
      }
    }
  }

  /** A pinned block is one that the balancer leaves where it is. */
  @Intercepts
  boolean getPinning(ExtendedBlock block) throws IOException {
    return replicas.metadata(block).isPresent() || replicas.stock().getPinning(block);
  }

  @Intercepts
  void setPinning(ExtendedBlock block) throws IOException {
    if (replicas.metadata(block).isEmpty()) {
      replicas.stock().setPinning(block);
    }
  }

  @Intercepts
  ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    refuseToMove(block);
    return replicas.stock().moveBlockAcrossVolumes(block, destination);
  }

  @Intercepts
  ReplicaInfo moveBlockAcrossStorage(ExtendedBlock block, StorageType type, String storage)
      throws IOException {
    refuseToMove(block);
    return replicas.stock().moveBlockAcrossStorage(block, type, storage);
  }

  private void refuseToMove(ExtendedBlock block) throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    if (mark.isPresent()) {
      throw new IOException(
          block.getBlockName() + " stays: it is part of '" + mark.get().block().object() + "'");
    }
  }

  /** The stores are the dataset's: they are closed with it. */
  @Intercepts
  void shutdown() {
    FsDatasetSpi<?> stock = replicas.stock();
    stock.shutdown();
    try {
      replicas.sources().close();
    } catch (IOException e) {
      LOG.warn("a store was not closed well", e);
    }
  }
}
