package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkMark;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after what linked blocks have on the DataNode's volumes, and keeps them where they are.
 * Safe for use by many threads.
 */
final class VolumeGuard {

  private static final Logger LOG = LoggerFactory.getLogger(VolumeGuard.class);

  private final LinkedReplicas replicas;

  VolumeGuard(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  /** What the directory scanner tells of the disk, which may have changed since it looked. */
  @Guards
  void checkAndUpdate(String pool, FsVolumeSpi.ScanInfo info) throws IOException {
    synchronized (replicas.locks().of(info.getBlockId())) {
      ReplicaInfo replica = replicas.replica(pool, info.getBlockId());
      Optional<LinkMark> mark = LinkedReplicas.mark(replica);
      boolean whole = exists(info.getBlockFile()) && exists(info.getMetaFile());
      if (mark.isPresent() && replica.getState() == ReplicaState.FINALIZED) {
        mend(replica, pool, mark.get());
        if (!whole) {
          return;
        }
      }
      replicas.stock().checkAndUpdate(pool, info);
    }
  }

  private static boolean exists(java.io.File file) {
    return file != null && file.exists();
  }

  /** A placeholder that was lost or cut is made anew: all that matters of it is its length. */
  private static void mend(ReplicaInfo replica, String pool, LinkMark mark) throws IOException {
    LinkFiles files = LinkedReplicas.files(replica, pool);
    if (Files.notExists(files.data()) || Files.size(files.data()) != mark.block().length()) {
      LOG.warn("the placeholder {} is made anew", files.data());
      try (LinkFiles.Draft sums = files.draft()) {
        Files.copy(files.checksums(), sums.path());
        files.place(sums, mark);
      }
    }
  }

  /** The files are emptied first: their length would be taken from the space in use. */
  @Guards
  void invalidate(String pool, Block[] blocks) throws IOException {
    if (!replicas.stock().trashEnabled(pool)) {
      for (Block block : blocks) {
        ReplicaInfo replica = replicas.replica(pool, block.getBlockId());
        if (replica != null && replica.getGenerationStamp() == block.getGenerationStamp()) {
          empty(replica, pool);
        }
      }
    }
    replicas.stock().invalidate(pool, blocks);
  }

  private void empty(ReplicaInfo replica, String pool) throws IOException {
    synchronized (replicas.locks().of(replica.getBlockId())) {
      Optional<LinkMark> mark = LinkedReplicas.mark(replica);
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
  @Guards
  boolean getPinning(ExtendedBlock block) throws IOException {
    return replicas.mark(block).isPresent() || replicas.stock().getPinning(block);
  }

  @Guards
  void setPinning(ExtendedBlock block) throws IOException {
    if (replicas.mark(block).isEmpty()) {
      replicas.stock().setPinning(block);
    }
  }

  @Guards
  ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    refuseToMove(block);
    return replicas.stock().moveBlockAcrossVolumes(block, destination);
  }

  @Guards
  ReplicaInfo moveBlockAcrossStorage(ExtendedBlock block, StorageType type, String storage)
      throws IOException {
    refuseToMove(block);
    return replicas.stock().moveBlockAcrossStorage(block, type, storage);
  }

  private void refuseToMove(ExtendedBlock block) throws IOException {
    Optional<LinkMark> mark = replicas.mark(block);
    if (mark.isPresent()) {
      throw new IOException(
          block.getBlockName() + " stays: it is part of '" + mark.get().block().object() + "'");
    }
  }

  /** The stores are the dataset's: they are closed with it. */
  @Guards
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
