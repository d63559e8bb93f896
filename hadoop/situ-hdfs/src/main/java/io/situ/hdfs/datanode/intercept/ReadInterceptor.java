// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.datanode.replica.BlockChecksums;
import io.situ.hdfs.datanode.replica.LinkedReplicas;
import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMetadata;
import io.situ.hdfs.link.LinkedBlockStream;
import io.situ.storage.ReadHandle;
import io.situ.storage.StoreObject;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;

/**
 * Reads linked blocks from their objects, and the checksums of those that have none yet.
 * Thread-safe.
 */
final class ReadInterceptor {

  private final LinkedReplicas replicas;

  /**
   * The checksums that a thread has opened last. Hadoop's readers open the checksums of a block and
   * then, on the same thread, its bytes.
   */
  private final ThreadLocal<StoreStream> checksums = new ThreadLocal<>();

  ReadInterceptor(LinkedReplicas replicas) {
    this.replicas = replicas;
  }

  @Intercepts
  InputStream getBlockInputStream(ExtendedBlock block, long position) throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    return mark.isEmpty()
        ? replicas.stock().getBlockInputStream(block, position)
        : new StoreStream(
            block,
            new LinkedBlockStream(mark.get().block(), open(block, mark.get()), position),
            checksumsFor(block));
  }

  /**
   * Returns the stream of checksums that this thread's reader of a block has open; empty if it has
   * none.
   */
  private Optional<StoreStream> checksumsFor(ExtendedBlock block) {
    Optional<StoreStream> sums = Optional.ofNullable(checksums.get());
    checksums.remove();
    return sums.filter(stream -> stream.isOpenOn(block));
  }

  @Intercepts
  LengthInputStream getMetaDataInputStream(ExtendedBlock block) throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
    if (mark.isEmpty()) {
      return replicas.stock().getMetaDataInputStream(block);
    }
    return mark.get().summed() ? kept(block, mark.get()) : computed(block, mark.get());
  }

  /** The checksums that are kept, if the object has not changed since they were taken of it. */
  private LengthInputStream kept(ExtendedBlock block, LinkMetadata mark) throws IOException {
    StoreObject now = queryObject(block, mark, () -> replicas.sources().stat(mark));
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
          block,
          mark,
          object,
          new ChecksumComparer(replicas, block, mark, changed(object.object()), sums));
    } finally {
      if (!done) {
        object.close();
      }
    }
  }

  private LengthInputStream computed(ExtendedBlock block, LinkMetadata mark) throws IOException {
    ReadHandle object = open(block, mark);
    return stream(
        block,
        mark,
        object,
        new ChecksumPersister(replicas, block, mark, changed(object.object())));
  }

  private LengthInputStream stream(
      ExtendedBlock block, LinkMetadata mark, ReadHandle object, ChecksumConsumer taker) {
    StoreStream sums =
        new StoreStream(
            block, new ComputedChecksums(mark.block(), object, taker), Optional.empty());
    checksums.set(sums);
    return new LengthInputStream(sums, BlockChecksums.fileLength(mark.block().length()));
  }

  private static long changed(StoreObject object) {
    return object.attributes().changedNanos();
  }

  /** Whether the object has not even got other attributes since its checksums were taken. */
  private static boolean isAsSummed(LinkMetadata mark, StoreObject now) {
    return mark.changed() == changed(now);
  }

  private ReadHandle open(ExtendedBlock block, LinkMetadata mark) throws IOException {
    ReadHandle object = queryObject(block, mark, () -> replicas.sources().open(mark));
    if (!mark.summed() || isAsSummed(mark, object.object())) {
      replicas.reportHealthy(block, mark);
    }
    return object;
  }

  private interface Question<T> {
    T apply() throws IOException;
  }

  private <T> T queryObject(ExtendedBlock block, LinkMetadata mark, Question<T> question)
      throws IOException {
    try {
      return question.apply();
    } catch (LinkBrokenException e) {
      replicas.reportCorrupt(block, mark);
      throw e;
    } catch (IOException e) {
      throw StoreStream.unavailable(block, e);
    }
  }

  /** Clients that open block files themselves would see the placeholder. */
  @Intercepts
  BlockLocalPathInfo getBlockLocalPathInfo(ExtendedBlock block) throws IOException {
    Optional<LinkMetadata> mark = replicas.metadata(block);
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
