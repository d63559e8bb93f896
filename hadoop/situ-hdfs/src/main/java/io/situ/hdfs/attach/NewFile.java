package io.situ.hdfs.attach;

import io.situ.hdfs.link.LinkedBlock;
import io.situ.hdfs.wire.LinkOrder;
import io.situ.storage.StoreObject;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.XAttrHelper;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;

/** A file of HDFS while its blocks are being linked, one after the other. For one thread. */
final class NewFile {

  private static final int NO_WRITE = 0555;

  private final ClientProtocol nameNode;
  private final String client;
  private final String path;
  private final String store;
  private final StoreObject object;
  private final List<BlockCut> cuts;
  private long id;
  private int linked;
  private ExtendedBlock last;

  NewFile(ClientProtocol nameNode, String client, String path, String store, Source source) {
    this.nameNode = nameNode;
    this.client = client;
    this.path = path;
    this.store = store;
    this.object = source.object();
    this.cuts = source.cuts();
  }

  /** An object and how it is cut. */
  record Source(StoreObject object, List<BlockCut> cuts) {}

  /** A block to be linked, and where. */
  record Pending(LinkOrder order, List<DatanodeInfo> nodes) {}

  /**
   * Whoever may not read the object may not read the file; nobody may write it.
   *
   * @param copies how many DataNodes get each block, at most
   * @param blockSize what jobs take as the block size, bytes
   */
  void create(short copies, long blockSize) throws IOException {
    HdfsFileStatus status =
        nameNode.create(
            path,
            new FsPermission((short) (object.attributes().mode() & NO_WRITE)),
            client,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
            true,
            copies,
            blockSize,
            CryptoProtocolVersion.supported(),
            null,
            null);
    id = status.getFileId();
  }

  boolean hasNext() {
    return linked < cuts.size();
  }

  /** Adds the next block to the file; the one before must be linked. */
  Pending next(DataNodes nodes) throws IOException {
    BlockCut cut = cuts.get(linked);
    List<DatanodeInfo> owners = nodes.on(cut.hosts());
    LocatedBlock block =
        nameNode.addBlock(
            path,
            client,
            last,
            null,
            id,
            owners.stream().map(DatanodeInfo::getXferAddrWithHostname).toArray(String[]::new),
            EnumSet.noneOf(AddBlockFlag.class));
    last = new ExtendedBlock(block.getBlock());
    last.setNumBytes(cut.length());
    linked++;
    LinkedBlock link =
        new LinkedBlock(
            store, object.path(), object.size(), object.version(), cut.offset(), cut.length());
    return new Pending(
        new LinkOrder(last.getBlockPoolId(), last.getBlockId(), last.getGenerationStamp(), link),
        owners);
  }

  /** Whether the file is closed; if not, the NameNode has not heard of its last block yet. */
  boolean complete() throws IOException {
    return nameNode.complete(path, client, last, id);
  }

  /** The attribute that says what the file is made of. */
  XAttr mark() {
    LinkedBlock whole =
        new LinkedBlock(store, object.path(), object.size(), object.version(), 0, object.size());
    return XAttrHelper.buildXAttr(AttachedFile.ATTRIBUTE, whole.toBytes());
  }

  String path() {
    return path;
  }

  StoreObject object() {
    return object;
  }
}
