// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.replica;

import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A DataNode's replicas with what is known of those that are linked. Thread-safe.
 *
 * @param stock Hadoop's dataset
 * @param sources the stores, closed when the dataset is shut down
 */
public record LinkedReplicas(
    FsDatasetSpi<?> stock, DataNode datanode, LinkSources sources, BlockLocks locks) {

  /** For so long the NameNode believes that a block is gone that was reported as corrupt. */
  private static final int GONE_SECONDS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(LinkedReplicas.class);

  /**
   * Returns the mark of a block, empty if it is an ordinary one or is not here.
   *
   * @throws IOException if it cannot be determined, and so for what Hadoop would read and write
   *     though a mark was lost: a symbolic link, and what may be a placeholder, for it has no
   *     checksum file and nothing but zeros. That holds for some blocks of HDFS's own too, and
   *     nothing that a copied volume keeps distinguishes these
   */
  public Optional<LinkMetadata> metadata(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = replica(block.getBlockPoolId(), block.getBlockId());
    Optional<LinkMetadata> mark = metadata(replica);
    if (mark.isEmpty() && replica != null && isSymbolicLink(replica)) {
      throw new FileNotFoundException(
          "'"
              + replica.getBlockURI().getPath()
              + "' is a symbolic link, and its checksum file lacks the attribute user.situ.link"
              + " that says to what; once the directory scanner has reported it, 'situ repair'"
              + " attaches the file again");
    }
    if (mark.isEmpty() && replica != null && isUnmarkedPlaceholder(replica)) {
      throw new FileNotFoundException(
          "'"
              + replica.getBlockURI().getPath()
              + "' has lost its checksum file and holds nothing but zeros, as what stands for a"
              + " part of an object does; once the DataNode has reported it, 'situ repair' attaches"
              + " the file again if it is attached, and if it is not, 'hdfs debug computeMeta'"
              + " gives the block a checksum file");
    }
    return mark;
  }

  private static boolean isUnmarkedPlaceholder(ReplicaInfo replica) throws IOException {
    return replica.getState() == ReplicaState.FINALIZED
        && !isProvided(replica)
        && Files.notExists(Path.of(replica.getMetadataURI()))
        && new BlockFile.Placeholder(replica.getNumBytes()).isAt(Path.of(replica.getBlockURI()))
        && BlockFile.Placeholder.isOnlyZeros(Path.of(replica.getBlockURI()));
  }

  /** Returns whether a symbolic link stands for a replica. */
  public static boolean isSymbolicLink(ReplicaInfo replica) {
    return !isProvided(replica) && Files.isSymbolicLink(Path.of(replica.getBlockURI()));
  }

  /**
   * Returns the mark of a replica, empty if it is an ordinary one, or null.
   *
   * @throws IOException if it cannot be determined
   */
  public static Optional<LinkMetadata> metadata(ReplicaInfo replica) throws IOException {
    return replica == null || isProvided(replica)
        ? Optional.empty()
        : LinkMetadata.read(Path.of(replica.getMetadataURI()));
  }

  /** Returns whether a replica is on a volume of type PROVIDED: it has no files on this host. */
  private static boolean isProvided(ReplicaInfo replica) {
    return replica.getMetadataURI() == null;
  }

  /** The replica as Hadoop's dataset holds it, null if it holds none. */
  @SuppressWarnings("deprecation")
  public ReplicaInfo replica(String pool, long id) {
    return (ReplicaInfo) stock.getReplica(pool, id);
  }

  /** The files of a replica that is there. */
  public static LinkFiles files(ReplicaInfo replica, String pool) {
    Path root = Path.of(replica.getVolume().getBaseURI()).resolve("current").resolve(pool);
    return new LinkFiles(
        root.resolve("tmp"), Path.of(replica.getBlockURI()), Path.of(replica.getMetadataURI()));
  }

  /** Where an object is a plain file of this host and a whole block; see {@link PlainFile}. */
  public Optional<Path> plainFile(LinkedBlock block) throws IOException {
    return PlainFile.of(sources.store(block.store()), block);
  }

  /** What is to stand for a block. */
  public static BlockFile blockFile(LinkedBlock block, Optional<Path> target) {
    return target
        .<BlockFile>map(BlockFile.SymbolicLink::new)
        .orElse(new BlockFile.Placeholder(block.length()));
  }

  /** Informs the NameNode that a block is bad, and notes that. */
  public void reportCorrupt(ExtendedBlock block, LinkMetadata mark) throws IOException {
    datanode.reportBadBlocks(block);
    note(block, mark, true);
  }

  /**
   * Informs the NameNode that a block that was reported is good again. The NameNode clears a
   * corrupt replica only after a delete notification, so one is sent first.
   */
  public void reportHealthy(ExtendedBlock block, LinkMetadata mark) {
    ReplicaInfo replica = replica(block.getBlockPoolId(), block.getBlockId());
    if (!mark.reported() || replica == null || !note(block, mark, false)) {
      return;
    }
    LOG.info("{} is as it was attached again", mark.block().object());
    ExtendedBlock found = new ExtendedBlock(block.getBlockPoolId(), replica);
    String storage = replica.getStorageUuid();
    datanode.notifyNamenodeDeletedBlock(found, storage);
    try {
      datanode.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(true).build());
    } catch (IOException e) {
      LOG.warn("the NameNode hears of {} with the next report", found, e);
    }
    CompletableFuture.delayedExecutor(GONE_SECONDS, TimeUnit.SECONDS)
        .execute(() -> datanode.notifyNamenodeReceivedBlock(found, null, storage, false));
  }

  /** Notes when an object changed whose bytes are still those of the block. */
  public void isUnchanged(ExtendedBlock block, LinkMetadata mark, long changed) {
    LinkMetadata now = mark.withChanged(changed);
    if (note(block, mark, now)) {
      reportHealthy(block, now);
    }
  }

  private boolean note(ExtendedBlock block, LinkMetadata mark, boolean reported) {
    return note(block, mark, mark.withReported(reported));
  }

  /** Whether the block is still the one of that mark, and its mark is changed. */
  private boolean note(ExtendedBlock block, LinkMetadata mark, LinkMetadata now) {
    synchronized (locks.of(block.getBlockId())) {
      try {
        ReplicaInfo replica = replica(block.getBlockPoolId(), block.getBlockId());
        if (!metadata(replica).equals(Optional.of(mark))) {
          return false;
        }
        now.write(Path.of(replica.getMetadataURI()));
        return true;
      } catch (IOException e) {
        LOG.warn("the mark of {} cannot be changed", block, e);
        return false;
      }
    }
  }
}
