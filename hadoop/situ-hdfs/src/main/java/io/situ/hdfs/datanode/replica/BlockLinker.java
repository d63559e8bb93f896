// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkSettings;
import io.situ.hdfs.wire.LinkType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * Gives a DataNode a block whose bytes are part of an object. The dataset learns of it the way it
 * learns of blocks that its directory scanner finds, and informs the NameNode at once. Linking the
 * same block to the same bytes again changes nothing. A link that is there stays as it is until the
 * new one is complete, and an ordinary block is never replaced. Thread-safe.
 */
public final class BlockLinker {

  private final LinkedReplicas replicas;

  public BlockLinker(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  /**
   * @param block the block as the NameNode named it
   * @return what stands for the block, which is a placeholder where nothing else can
   * @throws io.situ.hdfs.link.LinkBrokenException if the object is not what the link says
   * @throws NotReadyException if the DataNode does not serve the block's pool, or not yet
   * @throws IOException if the object cannot be read here, the DataNode's volume does not take the
   *     placeholder, or there is another block of that name; what was there stays
   */
  public LinkType link(ExtendedBlock block, LinkedBlock object, LinkSettings way)
      throws IOException {
    LinkMetadata mark =
        replicas.sources().createMetadata(object, way.checksums() == ChecksumMode.EAGER);
    Optional<Path> target =
        way.links() == LinkType.SYMLINK ? replicas.plainFile(object) : Optional.empty();
    place(block, mark.withSymbolic(target.isPresent()), LinkedReplicas.blockFile(object, target));
    return target.isPresent() ? LinkType.SYMLINK : LinkType.PLACEHOLDER;
  }

  private void place(ExtendedBlock block, LinkMetadata mark, BlockFile file) throws IOException {
    if (isLinked(block, mark, file)) {
      announce(block, replica(block).getVolume());
      return;
    }
    try (FsDatasetSpi.FsVolumeReferences volumes = replicas.stock().getFsVolumeReferences()) {
      ReplicaInfo before = replica(block);
      FsVolumeSpi volume = before == null ? choose(volumes, block) : before.getVolume();
      refuseUnknownPool(volume, block.getBlockPoolId());
      LinkFiles files =
          LinkFiles.of(Path.of(volume.getBaseURI()), block.getBlockPoolId(), block.getLocalBlock());
      try (LinkFiles.Draft sums = files.draft()) {
        new LinkWriter(replicas.sources()).write(sums.path(), mark);
        synchronized (replicas.locks().of(block.getBlockId())) {
          refuseOther(block, mark.block());
          files.place(sums, mark, file);
          register(block, volume, files);
          announce(block, volume);
        }
      }
    }
  }

  private ReplicaInfo replica(ExtendedBlock block) {
    return replicas.replica(block.getBlockPoolId(), block.getBlockId());
  }

  /** Whether the block is here, in memory and on the volume, and made of just this. */
  private boolean isLinked(ExtendedBlock block, LinkMetadata wanted, BlockFile file)
      throws IOException {
    ReplicaInfo replica = replica(block);
    return replica != null
        && replica.getGenerationStamp() == block.getGenerationStamp()
        && LinkedReplicas.files(replica, block.getBlockPoolId()).isMadeOf(wanted, file);
  }

  private static void refuseUnknownPool(FsVolumeSpi volume, String pool) throws NotReadyException {
    if (!List.of(volume.getBlockPoolList()).contains(pool)) {
      throw new NotReadyException("this DataNode has no block pool '" + pool + "'");
    }
  }

  private void refuseOther(ExtendedBlock block, LinkedBlock object) throws IOException {
    ReplicaInfo replica = replica(block);
    if (replica == null) {
      return;
    }
    String fault = "";
    if (replica.getState() != ReplicaState.FINALIZED
        || LinkedReplicas.metadata(replica).isEmpty()) {
      fault = "is an ordinary block with bytes of its own";
    } else if (replica.getGenerationStamp() != block.getGenerationStamp()) {
      fault = "has generation stamp " + replica.getGenerationStamp();
    } else if (replica.getNumBytes() != object.length()) {
      fault = "has " + replica.getNumBytes() + " bytes, not " + object.length();
    }
    if (!fault.isEmpty()) {
      throw new IOException(
          "on this DataNode " + block.getBlockName() + " " + fault + "; it stays as it is");
    }
  }

  private void register(ExtendedBlock block, FsVolumeSpi volume, LinkFiles files)
      throws IOException {
    if (replica(block) instanceof FinalizedReplica known) {
      // It remembers the checksum of the last bytes, and these may be others now.
      known.setLastPartialChunkChecksum(null);
      if (Files.isSymbolicLink(files.data())) {
        // Hadoop knows the block, and would call a link in its place a damaged one.
        return;
      }
    }
    boolean done = false;
    try {
      replicas
          .stock()
          .checkAndUpdate(
              block.getBlockPoolId(),
              new FsVolumeSpi.ScanInfo(
                  block.getBlockId(),
                  files.data().getParent().toFile(),
                  files.data().getFileName().toString(),
                  files.checksums().getFileName().toString(),
                  volume));
      done = true;
    } finally {
      if (!done && replica(block) == null) {
        Files.deleteIfExists(files.data());
        Files.deleteIfExists(files.checksums());
      }
    }
  }

  /**
   * Hadoop's directory scanner informs the NameNode only of so many finds; this informs it of all.
   */
  private void announce(ExtendedBlock block, FsVolumeSpi volume) {
    replicas
        .datanode()
        .notifyNamenodeReceivedBlock(
            block, null, volume.getStorageID(), volume.isTransientStorage());
  }

  /**
   * One of the volumes of type ARCHIVE if there are any: that is where links are kept apart. Never
   * one in memory, whose blocks Hadoop copies to disks.
   */
  private static FsVolumeSpi choose(FsDatasetSpi.FsVolumeReferences volumes, ExtendedBlock block)
      throws IOException {
    List<FsVolumeSpi> archives = new ArrayList<>();
    List<FsVolumeSpi> all = new ArrayList<>();
    for (FsVolumeSpi volume : volumes) {
      if (volume.isTransientStorage() || volume.getStorageType() == StorageType.PROVIDED) {
        continue;
      }
      all.add(volume);
      if (volume.getStorageType() == StorageType.ARCHIVE) {
        archives.add(volume);
      }
    }
    List<FsVolumeSpi> those = archives.isEmpty() ? all : archives;
    if (those.isEmpty()) {
      throw new IOException("this DataNode has no volume that works");
    }
    return those.get(Math.floorMod(block.getBlockId(), those.size()));
  }
}
