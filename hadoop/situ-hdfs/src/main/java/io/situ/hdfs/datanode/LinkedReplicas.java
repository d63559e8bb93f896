package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A DataNode's replicas with what is known of those that are linked. Safe for use by many threads.
 *
 * @param stock Hadoop's dataset
 * @param sources the stores, closed when the dataset is shut down
 */
record LinkedReplicas(
    FsDatasetSpi<?> stock, DataNode datanode, LinkSources sources, BlockLocks locks) {

  private static final Logger LOG = LoggerFactory.getLogger(LinkedReplicas.class);

  /** The mark of a block, empty if it is an ordinary one or is not here. */
  Optional<LinkMark> mark(ExtendedBlock block) throws IOException {
    return mark(replica(block.getBlockPoolId(), block.getBlockId()));
  }

  static Optional<LinkMark> mark(ReplicaInfo replica) throws IOException {
    return replica == null ? Optional.empty() : LinkMark.read(Path.of(replica.getMetadataURI()));
  }

  /** The replica as Hadoop's dataset holds it, null if it holds none. */
  @SuppressWarnings("deprecation")
  ReplicaInfo replica(String pool, long id) {
    return (ReplicaInfo) stock.getReplica(pool, id);
  }

  /** The files of a replica that is there. */
  static LinkFiles files(ReplicaInfo replica, String pool) {
    Path root = Path.of(replica.getVolume().getBaseURI()).resolve("current").resolve(pool);
    return new LinkFiles(
        root.resolve("tmp"), Path.of(replica.getBlockURI()), Path.of(replica.getMetadataURI()));
  }

  void reportBad(String pool, long id) {
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
}
