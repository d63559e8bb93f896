// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.datanode.replica.LinkFiles;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMetadata;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the checksums of a linked block once it was read from its first byte to its last. A failure
 * to keep them is logged and costs the next reader the same work, no more. Not thread-safe.
 */
final class ChecksumPersister implements ChecksumConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(ChecksumPersister.class);

  private final LinkedReplicas replicas;
  private final ExtendedBlock block;
  private final LinkMetadata mark;
  private final long changed;
  private final long end;
  private Optional<LinkFiles.Draft> draft = Optional.empty();
  private OutputStream out = OutputStream.nullOutputStream();
  private long next = BlockChecksums.header().length;

  /**
   * @param changed when the object changed last, as it was opened
   */
  ChecksumPersister(LinkedReplicas replicas, ExtendedBlock block, LinkMetadata mark, long changed) {
    this.changed = changed;
    this.replicas = replicas;
    this.block = new ExtendedBlock(block);
    this.mark = mark;
    this.end = BlockChecksums.fileLength(mark.block().length());
  }

  /**
   * Takes checksums that were computed just now.
   *
   * @param at where in the checksum file they belong
   * @throws LinkBrokenException if the object was changed since it was opened: the checksums may be
   *     those of other bytes than the attached ones, and must not be used
   */
  @Override
  public void accept(long at, byte[] sums) throws IOException {
    refuseChanged();
    if (at != next) {
      return;
    }
    next += sums.length;
    try {
      if (draft.isEmpty()) {
        begin();
      }
      out.write(sums);
    } catch (IOException e) {
      abandon(e);
    }
    if (next == end) {
      finish();
    }
  }

  /** What is read goes on being what was opened if the store is unmounted meanwhile. */
  private void refuseChanged() throws IOException {
    try {
      replicas.sources().check(mark);
    } catch (LinkBrokenException e) {
      replicas.reportCorrupt(block, mark);
      throw e;
    } catch (IOException e) {
      abandon(e);
    }
  }

  private void begin() throws IOException {
    ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
    if (replica == null) {
      throw new IOException("the block is gone");
    }
    LinkFiles.Draft fresh = LinkedReplicas.files(replica, block.getBlockPoolId()).draft();
    draft = Optional.of(fresh);
    out = Files.newOutputStream(fresh.path());
    out.write(BlockChecksums.header());
  }

  private void finish() {
    try {
      out.close();
      synchronized (replicas.locks().of(block.getBlockId())) {
        ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
        if (draft.isPresent() && LinkedReplicas.metadata(replica).equals(Optional.of(mark))) {
          mark.withSums().withChanged(changed).write(draft.get().path());
          draft.get().replace(LinkedReplicas.files(replica, block.getBlockPoolId()).checksums());
        }
      }
    } catch (IOException e) {
      abandon(e);
    }
  }

  private void abandon(IOException e) {
    LOG.warn("the checksums of {} cannot be kept: {}", block.getBlockName(), e.getMessage());
    next = -1;
  }

  @Override
  public void close() throws IOException {
    try (OutputStream unfinished = out) {
      if (draft.isPresent()) {
        draft.get().close();
      }
    }
  }
}
