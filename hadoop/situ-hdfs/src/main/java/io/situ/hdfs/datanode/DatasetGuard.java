package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.link.LinkedBlockStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a dataset does otherwise for linked blocks. On the DataNode's volume such a block is a
 * placeholder, a sparse file of the block's length, and a checksum file with a {@link LinkMark}.
 * Reading goes to the object. Nothing here opens an object for writing: a change happens to a copy,
 * or not at all. Safe for use by many threads.
 */
final class DatasetGuard {

  private static final Logger LOG = LoggerFactory.getLogger(DatasetGuard.class);

  private final FsDatasetSpi<?> stock;
  private final DataNode datanode;
  private final LinkSources sources;
  private final WritePolicy policy;

  DatasetGuard(FsDatasetSpi<?> stock, DataNode datanode, LinkSources sources, WritePolicy policy) {
    this.stock = stock;
    this.datanode = datanode;
    this.sources = sources;
    this.policy = policy;
  }

  @Guards
  InputStream getBlockInputStream(ExtendedBlock block, long position) throws IOException {
    Optional<LinkedBlock> link = link(block.getBlockPoolId(), block.getBlockId());
    if (link.isEmpty()) {
      return stock.getBlockInputStream(block, position);
    }
    try {
      return new LinkedBlockStream(link.get(), sources.open(link.get()), position);
    } catch (LinkBrokenException e) {
      datanode.reportBadBlocks(block);
      throw e;
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  /** The one failure for which Hadoop's block scanner does not call a replica bad. */
  private static FileNotFoundException unavailable(IOException cause) {
    FileNotFoundException e = new FileNotFoundException(cause.getMessage());
    e.initCause(cause);
    return e;
  }

  /** What the directory scanner, and whoever has made a block, tells of the disk. */
  @Guards
  void checkAndUpdate(String pool, FsVolumeSpi.ScanInfo info) throws IOException {
    if (info.getMetaFile() == null || info.getBlockFile() == null) {
      stock.checkAndUpdate(pool, info);
      return;
    }
    Optional<LinkedBlock> link = LinkMark.read(info.getMetaFile().toPath());
    if (link.isEmpty() || isSound(pool, info, link.get())) {
      stock.checkAndUpdate(pool, info);
    }
  }

  private boolean isSound(String pool, FsVolumeSpi.ScanInfo info, LinkedBlock link) {
    try {
      sources.check(link);
      return true;
    } catch (LinkBrokenException e) {
      LOG.warn("{}: {}", info.getBlockFile(), e.getMessage());
      report(pool, info.getBlockId());
    } catch (IOException e) {
      LOG.warn("{} cannot be looked at now: {}", info.getBlockFile(), e.getMessage());
    }
    return false;
  }

  private void report(String pool, long id) {
    ReplicaInfo replica = replica(pool, id);
    if (replica == null) {
      return;
    }
    try {
      datanode.reportBadBlocks(new ExtendedBlock(pool, replica), replica.getVolume());
    } catch (IOException e) {
      LOG.warn("block {} could not be reported as bad", id, e);
    }
  }

  @Guards
  ReplicaHandler append(ExtendedBlock block, long stamp, long length) throws IOException {
    own(block, "append to");
    return stock.append(block, stamp, length);
  }

  @Guards
  ReplicaHandler recoverAppend(ExtendedBlock block, long stamp, long length) throws IOException {
    own(block, "append to");
    return stock.recoverAppend(block, stamp, length);
  }

  /** Truncation comes as a recovery to a smaller length. */
  @Guards
  Replica updateReplicaUnderRecovery(ExtendedBlock block, long recovery, long newId, long length)
      throws IOException {
    Optional<LinkedBlock> link = link(block.getBlockPoolId(), block.getBlockId());
    if (link.isPresent() && (length != link.get().length() || newId != block.getBlockId())) {
      own(block, "truncate");
    }
    return stock.updateReplicaUnderRecovery(block, recovery, newId, length);
  }

  /** Makes a block the DataNode's own, before it is written to. */
  private void own(ExtendedBlock block, String what) throws IOException {
    ReplicaInfo replica = replica(block.getBlockPoolId(), block.getBlockId());
    Optional<LinkedBlock> link = link(replica);
    if (link.isEmpty()) {
      return;
    }
    if (policy == WritePolicy.REJECT) {
      throw new IOException(
          "HDFS may not "
              + what
              + " the attached object '"
              + link.get().object()
              + "' ("
              + WritePolicy.KEY
              + "=reject); copy the file to another place in HDFS first");
    }
    try (InputStream bytes = new LinkedBlockStream(link.get(), sources.open(link.get()), 0)) {
      OwnCopy.make(replica, bytes, link.get());
    }
  }

  /** The placeholder is emptied first: its length would be taken from the space in use. */
  @Guards
  void invalidate(String pool, Block[] blocks) throws IOException {
    if (!stock.trashEnabled(pool)) {
      for (Block block : blocks) {
        ReplicaInfo replica = replica(pool, block.getBlockId());
        if (replica != null
            && replica.getGenerationStamp() == block.getGenerationStamp()
            && link(replica).isPresent()) {
          OwnCopy.emptyPlaceholder(replica);
        }
      }
    }
    stock.invalidate(pool, blocks);
  }

  /** A pinned block is one that the balancer leaves where it is. */
  @Guards
  boolean getPinning(ExtendedBlock block) throws IOException {
    return link(block.getBlockPoolId(), block.getBlockId()).isPresent() || stock.getPinning(block);
  }

  @Guards
  void setPinning(ExtendedBlock block) throws IOException {
    if (link(block.getBlockPoolId(), block.getBlockId()).isEmpty()) {
      stock.setPinning(block);
    }
  }

  @Guards
  ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    refuseToMove(block);
    return stock.moveBlockAcrossVolumes(block, destination);
  }

  @Guards
  ReplicaInfo moveBlockAcrossStorage(ExtendedBlock block, StorageType type, String storage)
      throws IOException {
    refuseToMove(block);
    return stock.moveBlockAcrossStorage(block, type, storage);
  }

  private void refuseToMove(ExtendedBlock block) throws IOException {
    Optional<LinkedBlock> link = link(block.getBlockPoolId(), block.getBlockId());
    if (link.isPresent()) {
      throw new IOException(
          block.getBlockName() + " stays: it is part of '" + link.get().object() + "'");
    }
  }

  /** Clients that open block files themselves would see the placeholder. */
  @Guards
  BlockLocalPathInfo getBlockLocalPathInfo(ExtendedBlock block) throws IOException {
    Optional<LinkedBlock> link = link(block.getBlockPoolId(), block.getBlockId());
    if (link.isPresent()) {
      throw new IOException(
          block.getBlockName()
              + " has no file of its own; it is part of '"
              + link.get().object()
              + "'");
    }
    return stock.getBlockLocalPathInfo(block);
  }

  private Optional<LinkedBlock> link(String pool, long id) throws IOException {
    return link(replica(pool, id));
  }

  private static Optional<LinkedBlock> link(ReplicaInfo replica) throws IOException {
    return replica == null ? Optional.empty() : LinkMark.read(Path.of(replica.getMetadataURI()));
  }

  /** The replica as Hadoop's dataset holds it, null if it holds none. */
  @SuppressWarnings("deprecation")
  private ReplicaInfo replica(String pool, long id) {
    return (ReplicaInfo) stock.getReplica(pool, id);
  }
}
