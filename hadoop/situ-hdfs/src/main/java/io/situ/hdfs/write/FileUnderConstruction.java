// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.client.DataNodes;
import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.parallel.Retries;
import io.situ.hdfs.source.AttachItem;
import io.situ.hdfs.source.BlockRange;
import io.situ.hdfs.tree.DirectReadMark;
import io.situ.hdfs.tree.FileMark;
import io.situ.hdfs.tree.InodePaths;
import io.situ.hdfs.tree.Staging;
import io.situ.hdfs.wire.LinkBlockRequest;
import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.NotReplicatedYetException;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.ipc.RemoteException;

/** A file of HDFS while its blocks are being linked, one after the other. Not thread-safe. */
public final class FileUnderConstruction {

  /** Replicated, also where a directory's files are erasure-coded. */
  private static final EnumSet<CreateFlag> HOW =
      EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE, CreateFlag.SHOULD_REPLICATE);

  private final ClientProtocol nameNode;
  private final String client;
  private final String path;
  private final String named;
  private final AttachItem source;
  private HdfsFileStatus created;
  private int linked;
  private Pending pending;
  private final List<ExtendedBlock> blocks = new ArrayList<>();

  /**
   * @param directory in which it is made
   */
  FileUnderConstruction(AttachSession session, Staging directory, AttachItem source) {
    this.nameNode = session.nameNode();
    this.client = session.client();
    this.path = directory.path() + source.place();
    this.named = directory.namedPath() + source.place();
    this.source = source;
  }

  /** A block to be linked, and where. */
  public record Pending(LinkBlockRequest order, List<DatanodeInfo> nodes) {

    static LinkBlockRequest order(ExtendedBlock block, LinkedBlock link) {
      return new LinkBlockRequest(
          block.getBlockPoolId(), block.getBlockId(), block.getGenerationStamp(), link);
    }
  }

  /**
   * Takes the place of what an attach that was stopped has left there, open or not.
   *
   * @param blockSize what jobs take as the block size, bytes
   * @throws StoreException if it would be encrypted
   * @throws IOException also if the directory it is to be in is not there
   */
  void create(FsPermission permission, long blockSize) throws IOException {
    created =
        nameNode.create(
            path,
            permission,
            client,
            new EnumSetWritable<>(HOW),
            false,
            source.copies(),
            blockSize,
            CryptoProtocolVersion.supported(),
            null,
            null);
    if (created.getFileEncryptionInfo() != null) {
      throw new StoreException(
          StoreException.Kind.INVALID_ARGUMENT,
          source.object().path(),
          "the target is in an encryption zone of HDFS, whose clients would decrypt bytes that are"
              + " not encrypted; attach to a directory outside");
    }
  }

  boolean hasNext() {
    return linked < source.cuts().size();
  }

  /** Adds the next block to the file, which is {@link #pending} then. */
  FileUnderConstruction nextOn(DataNodes nodes) throws IOException {
    pending = next(nodes);
    return this;
  }

  /** The block that was added last. */
  Pending pending() {
    return pending;
  }

  /** Adds the next block to the file; the one before must be linked. */
  private Pending next(DataNodes nodes) throws IOException {
    BlockRange cut = source.cuts().get(linked);
    List<DatanodeInfo> owners = nodes.on(cut.hosts());
    ExtendedBlock next = new ExtendedBlock(add(owners).getBlock());
    next.setNumBytes(cut.length());
    blocks.add(next);
    linked++;
    return new Pending(Pending.order(next, source.part(cut)), owners);
  }

  private LocatedBlock add(List<DatanodeInfo> owners) throws IOException {
    String[] favored =
        owners.stream().map(DatanodeInfo::getXferAddrWithHostname).toArray(String[]::new);
    Retries retries = new Retries();
    while (true) {
      try {
        return nameNode.addBlock(
            path,
            client,
            last(),
            null,
            created.getFileId(),
            favored,
            EnumSet.noneOf(AddBlockFlag.class));
      } catch (RemoteException e) {
        if (!e.getClassName().equals(NotReplicatedYetException.class.getName())
            || !retries.pause()) {
          throw e;
        }
      }
    }
  }

  /** Whether the file is closed; if not, the NameNode has not heard of its last block yet. */
  boolean complete() throws IOException {
    return nameNode.complete(path, client, last(), created.getFileId());
  }

  /** The last block, null if there is none. */
  private ExtendedBlock last() {
    return blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
  }

  /** What it is to say of itself once it is closed. */
  FileMark mark() {
    return FileMark.of(source.whole(), created.getFileId(), blocks);
  }

  /** What it is to say to clients that read the object themselves. */
  DirectReadMark directReadMark() {
    return new DirectReadMark(mark(), source.object().attributes().changedNanos());
  }

  /** Where {@link #directReadMark} is set; another file may have that path meanwhile. */
  String directReadPath() {
    return DirectReadMark.path(named);
  }

  /** The path of its inode. */
  String inode() {
    return InodePaths.path(created.getFileId());
  }

  /** Takes the file away, open or not. */
  void abandon() throws IOException {
    nameNode.delete(inode(), false);
  }

  /** As it was when it was created. */
  HdfsFileStatus created() {
    return created;
  }

  String path() {
    return path;
  }

  AttachItem source() {
    return source;
  }
}
