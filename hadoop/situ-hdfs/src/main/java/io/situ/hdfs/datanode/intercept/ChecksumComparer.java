// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMetadata;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares checksums of an object's bytes with those that are kept of the block, where the object's
 * time of change says that something happened to it and its version does not say what: other
 * permissions, or other bytes whose time of modification was put back. Once a block was found the
 * same from its first byte to its last, the new time is noted. Not thread-safe.
 */
final class ChecksumComparer implements ChecksumConsumer {

  private static final Logger LOG = LoggerFactory.getLogger(ChecksumComparer.class);

  private final LinkedReplicas replicas;
  private final ExtendedBlock block;
  private final LinkMetadata mark;
  private final long changed;
  private final RandomAccessFile kept;
  private long next = BlockChecksums.header().length;

  /**
   * @param changed when the object changed last, as it was opened
   * @param kept the block's checksum file; closed with this
   */
  ChecksumComparer(
      LinkedReplicas replicas,
      ExtendedBlock block,
      LinkMetadata mark,
      long changed,
      RandomAccessFile kept) {
    this.replicas = replicas;
    this.block = new ExtendedBlock(block);
    this.mark = mark;
    this.changed = changed;
    this.kept = kept;
  }

  /**
   * @throws LinkBrokenException if they are those of other bytes
   */
  @Override
  public void accept(long at, byte[] sums) throws IOException {
    byte[] before = new byte[sums.length];
    kept.seek(at);
    kept.readFully(before);
    if (!Arrays.equals(before, sums)) {
      replicas.reportCorrupt(block, mark);
      throw LinkBrokenException.ofContent(mark.block());
    }
    next = at == next ? at + sums.length : -1;
    if (next == BlockChecksums.fileLength(mark.block().length())) {
      note();
    }
  }

  private void note() {
    try {
      if (replicas.sources().stat(mark).attributes().changedNanos() == changed) {
        replicas.isUnchanged(block, mark, changed);
      }
    } catch (IOException e) {
      LOG.warn("the time of change of {} is not noted: {}", mark.block().object(), e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    kept.close();
  }
}
