package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkedBlockStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;

/**
 * Keeps writes away from objects: a change happens to a copy, or not at all. Safe for use by many
 * threads.
 */
final class WriteGuard {

  private final LinkedReplicas replicas;
  private final WritePolicy policy;

  WriteGuard(LinkedReplicas replicas, WritePolicy policy) {
    this.replicas = replicas;
    this.policy = policy;
  }

  @Guards
  ReplicaHandler append(ExtendedBlock block, long stamp, long length) throws IOException {
    own(block, "append to");
    return replicas.stock().append(block, stamp, length);
  }

  @Guards
  ReplicaHandler recoverAppend(ExtendedBlock block, long stamp, long length) throws IOException {
    own(block, "append to");
    return replicas.stock().recoverAppend(block, stamp, length);
  }

  /** Truncation comes as a recovery to a smaller length. */
  @Guards
  Replica updateReplicaUnderRecovery(ExtendedBlock block, long recovery, long newId, long length)
      throws IOException {
    Optional<LinkMark> mark = replicas.mark(block);
    if (mark.isPresent()
        && (length != mark.get().block().length() || newId != block.getBlockId())) {
      own(block, "truncate");
    }
    return replicas.stock().updateReplicaUnderRecovery(block, recovery, newId, length);
  }

  /** Makes a block the DataNode's own, before it is written to. */
  private void own(ExtendedBlock block, String what) throws IOException {
    ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
    Optional<LinkMark> mark = LinkedReplicas.mark(replica);
    if (mark.isEmpty()) {
      return;
    }
    LinkMark link = mark.get();
    if (policy == WritePolicy.REJECT) {
      throw new IOException(
          "HDFS may not "
              + what
              + " the attached object '"
              + link.block().object()
              + "' ("
              + WritePolicy.KEY
              + "=reject); copy the file to another place in HDFS first");
    }
    LinkFiles files = LinkedReplicas.files(replica, block.getBlockPoolId());
    try (OwnCopy copy = new OwnCopy(files)) {
      try (InputStream bytes =
          new LinkedBlockStream(link.block(), replicas.sources().open(link), 0)) {
        copy.write(bytes, link);
      }
      replicas.sources().check(link);
      synchronized (replicas.locks().of(block.getBlockId())) {
        copy.place();
      }
    }
  }
}
