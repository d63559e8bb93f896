// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkMetadata;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaInputStreams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers from the marks of linked blocks what Hadoop would ask the files on the DataNode's
 * volumes, which may be symbolic links to objects that are away. Thread-safe.
 */
final class ReplicaInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicaInterceptor.class);

  private final LinkedReplicas replicas;

  ReplicaInterceptor(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  /** Returns the mark of the block, empty unless it is this very one and finalized. */
  private Optional<LinkMetadata> finalized(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
    return replica != null
            && replica.getState() == ReplicaState.FINALIZED
            && replica.getGenerationStamp() == block.getGenerationStamp()
        ? replicas.metadata(block)
        : Optional.empty();
  }

  @Intercepts
  long getLength(ExtendedBlock block) throws IOException {
    Optional<LinkMetadata> mark = finalized(block);
    return mark.isPresent() ? mark.get().block().length() : replicas.stock().getLength(block);
  }

  /** A DataNode that is to copy a block reports one whose file is short or away as corrupt. */
  @Intercepts
  void checkBlock(ExtendedBlock block, long least, ReplicaState state) throws IOException {
    Optional<LinkMetadata> mark = finalized(block);
    if (mark.isEmpty() || state != ReplicaState.FINALIZED) {
      replicas.stock().checkBlock(block, least, state);
    } else if (mark.get().block().length() < least) {
      throw new EOFException(
          block.getBlockName() + " has " + mark.get().block().length() + " bytes, not " + least);
    }
  }

  @Intercepts
  boolean isValidBlock(ExtendedBlock block) {
    try {
      return finalized(block).isPresent() || replicas.stock().isValidBlock(block);
    } catch (IOException e) {
      LOG.warn("{} is taken for invalid", block, e);
      return false;
    }
  }

  @Intercepts
  ReplicaInputStreams getTmpInputStreams(ExtendedBlock block, long data, long checksums)
      throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    if (mark.isPresent()) {
      throw new IOException(
          block.getBlockName()
              + " is not read from this DataNode's files: it is part of '"
              + mark.get().block().object()
              + "'");
    }
    return replicas.stock().getTmpInputStreams(block, data, checksums);
  }

  /** The centralized cache reads block files, not objects. */
  @Intercepts
  void cache(String pool, long[] blocks) {
    long[] own = LongStream.of(blocks).filter(block -> isOwn(pool, block)).toArray();
    if (own.length > 0) {
      replicas.stock().cache(pool, own);
    }
  }

  private boolean isOwn(String pool, long block) {
    try {
      return replicas.metadata(new ExtendedBlock(pool, block)).isEmpty();
    } catch (IOException e) {
      LOG.warn("block {} is not cached", block, e);
      return false;
    }
  }
}
