package io.situ.hdfs.datanode;

import io.situ.hdfs.link.LinkBrokenException;
import io.situ.hdfs.link.LinkMark;
import io.situ.hdfs.link.LinkedBlockStream;
import io.situ.storage.ReadHandle;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.BlockLocalPathInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
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
    if (mark.get().summed()) {
      refuseOther(mark.get());
      return replicas.stock().getMetaDataInputStream(block);
    }
    ReadHandle object = open(block, mark.get());
    return new LengthInputStream(
        new ComputedChecksums(
            mark.get().block(), object, new SumsKeeper(replicas, block, mark.get())),
        BlockChecksums.fileLength(mark.get().block().length()));
  }

  /** Checksums tell of bytes too. */
  private void refuseOther(LinkMark mark) throws IOException {
    try {
      replicas.sources().refuseOther(mark.block().store());
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private ReadHandle open(ExtendedBlock block, LinkMark mark) throws IOException {
    ReadHandle object;
    try {
      object = replicas.sources().open(mark);
    } catch (LinkBrokenException e) {
      replicas.isBad(block, mark);
      throw e;
    } catch (IOException e) {
      throw unavailable(e);
    }
    replicas.isSound(block, mark);
    return object;
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
