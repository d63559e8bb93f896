// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkedBlockStream;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreObject;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;

/**
 * Reads linked blocks from their objects, and the checksums of those that have none yet. Safe for
 * use by many threads.
 */
final class ReadGuard {

  private final LinkedReplicas replicas;

  ReadGuard(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  @Guards
  InputStream getBlockInputStream(ExtendedBlock block, long position) throws IOException {
    Optional<LinkMark> mark = replicas.mark(block);
    return mark.isEmpty()
        ? replicas.stock().getBlockInputStream(block, position)
        : new LinkedBlockStream(mark.get().block(), open(block, mark.get()), position);
  }

  @Guards
  LengthInputStream getMetaDataInputStream(ExtendedBlock block) throws IOException {
    Optional<LinkMark> mark = replicas.mark(block);
    if (mark.isEmpty()) {
      return replicas.stock().getMetaDataInputStream(block);
    }
    return mark.get().summed() ? kept(block, mark.get()) : computed(block, mark.get());
  }

  /** The checksums that are kept, if the object has not changed since they were taken of it. */
  private LengthInputStream kept(ExtendedBlock block, LinkMark mark) throws IOException {
    StoreObject now = asked(block, mark, () -> replicas.sources().look(mark));
    if (isAsSummed(mark, now)) {
      return replicas.stock().getMetaDataInputStream(block);
    }
    ReadHandle object = open(block, mark);
    boolean done = false;
    try {
      ReplicaInfo replica = replicas.replica(block.getBlockPoolId(), block.getBlockId());
      RandomAccessFile sums = new RandomAccessFile(new File(replica.getMetadataURI()), "r");
      done = true;
      return stream(
          mark, object, new SumsComparer(replicas, block, mark, changed(object.object()), sums));
    } finally {
      if (!done) {
        object.close();
      }
    }
  }

  private LengthInputStream computed(ExtendedBlock block, LinkMark mark) throws IOException {
    ReadHandle object = open(block, mark);
    return stream(mark, object, new SumsKeeper(replicas, block, mark, changed(object.object())));
  }

  private static LengthInputStream stream(LinkMark mark, ReadHandle object, ComputedSums taker) {
    return new LengthInputStream(
        new ComputedChecksums(mark.block(), object, taker),
        BlockChecksums.fileLength(mark.block().length()));
  }

  private static long changed(StoreObject object) {
    return object.attributes().changedNanos();
  }

  /** Whether the object has not even got other attributes since its checksums were taken. */
  private static boolean isAsSummed(LinkMark mark, StoreObject now) {
    return mark.changed() == changed(now);
  }

  private ReadHandle open(ExtendedBlock block, LinkMark mark) throws IOException {
    ReadHandle object = asked(block, mark, () -> replicas.sources().open(mark));
    if (!mark.summed() || isAsSummed(mark, object.object())) {
      replicas.isSound(block, mark);
    }
    return object;
  }

  private interface Question<T> {
    T ask() throws IOException;
  }

  private <T> T asked(ExtendedBlock block, LinkMark mark, Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (LinkBrokenException e) {
      replicas.isBad(block, mark);
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

  /** Clients that open block files themselves would see the placeholder. */
  @Guards
  BlockLocalPathInfo getBlockLocalPathInfo(ExtendedBlock block) throws IOException {
    Optional<LinkMark> mark = replicas.mark(block);
    if (mark.isPresent()) {
      throw new IOException(
          block.getBlockName()
              + " has no file of its own; it is part of '"
              + mark.get().block().object()
              + "'");
    }
    return replicas.stock().getBlockLocalPathInfo(block);
  }
}
