// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.LinkFiles;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/** Keeps writes away from objects: a change happens to a copy, or not at all. Thread-safe. */
final class WriteInterceptor {

  private final LinkedReplicas replicas;
  private final WritePolicy policy;

  WriteInterceptor(LinkedReplicas replicas, WritePolicy policy) {
    this.replicas = replicas;
    this.policy = policy;
  }

  @Intercepts
  ReplicaHandler append(ExtendedBlock block, long stamp, long length) throws IOException {
    refuseOrOwn(block);
    return replicas.stock().append(block, stamp, length);
  }

  @Intercepts
  ReplicaHandler recoverAppend(ExtendedBlock block, long stamp, long length) throws IOException {
    refuseOrOwn(block);
    return replicas.stock().recoverAppend(block, stamp, length);
  }

  /**
   * Truncation comes as a recovery to a smaller length. The NameNode has agreed to it before any
   * DataNode hears of it, and asks until it is done: so it is done, to a copy.
   */
  @Intercepts
  Replica updateReplicaUnderRecovery(ExtendedBlock block, long recovery, long newId, long length)
      throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    if (mark.isPresent()
        && (length != mark.get().block().length() || newId != block.getBlockId())) {
      own(block, mark.get());
    }
    return replicas.stock().updateReplicaUnderRecovery(block, recovery, newId, length);
  }

  private void refuseOrOwn(ExtendedBlock block) throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    if (mark.isEmpty()) {
      return;
    }
    if (policy == WritePolicy.REJECT) {
      throw new IOException(
          "HDFS may not append to the attached object '"
              + mark.get().block().object()
              + "' ("
              + WritePolicy.KEY.name()
              + "=reject); copy the file to another place in HDFS first");
    }
    own(block, mark.get());
  }

  /** Makes a block the DataNode's own, before it is written to. */
  private void own(ExtendedBlock block, LinkMetadata mark) throws IOException {
    ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
    LinkFiles files = LinkedReplicas.files(replica, block.getBlockPoolId());
    try (CopyOnWriteBlock copy = new CopyOnWriteBlock(files)) {
      try (InputStream bytes =
          new LinkedBlockStream(mark.block(), replicas.sources().open(mark), 0)) {
        copy.write(bytes, mark);
      }
      replicas.sources().check(mark);
      synchronized (replicas.locks().of(block.getBlockId())) {
        if (isLinked(block, mark, files)) {
          copy.place();
        }
      }
    }
  }

  /**
   * Whether the block is still what was copied. What another call has made the DataNode's own
   * meanwhile may have been written to, and stays.
   */
  private boolean isLinked(ExtendedBlock block, LinkMetadata mark, LinkFiles files)
      throws IOException {
    Optional<LinkMetadata> now = replicas.metadata(block);
    if (now.isEmpty()) {
      return false;
    }
    ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
    if (!now.get().block().equals(mark.block())
        || !LinkedReplicas.files(replica, block.getBlockPoolId()).equals(files)) {
      throw new IOException(
          block.getBlockName()
              + " of the attached object '"
              + mark.block().object()
              + "' was attached again or moved while it was copied; try again");
    }
    return true;
  }
}
