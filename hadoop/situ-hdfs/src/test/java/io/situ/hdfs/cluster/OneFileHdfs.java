// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.cluster;

import io.situ.hdfs.tree.HdfsFileInfo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.DataChecksum;

/** HDFS with one file, without a server. Not thread-safe while it is changed. */
public final class OneFileHdfs extends DistributedFileSystem {

  public static final String FILE = "/file";

  private final List<LocatedBlock> blocks = new ArrayList<>();
  private final DFSClient client;
  private long length;
  private boolean deleted;

  public OneFileHdfs() throws IOException {
    Configuration conf = new Configuration();
    setConf(conf);
    ClientProtocol nameNode =
        (ClientProtocol)
            Proxy.newProxyInstance(
                ClientProtocol.class.getClassLoader(),
                new Class<?>[] {ClientProtocol.class},
                this::answer);
    this.client = new DFSClient(null, nameNode, conf, null);
  }

  /** Adds a block to the file's end that these DataNodes have. */
  public OneFileHdfs withBlock(long size, DatanodeInfo... nodes) {
    ExtendedBlock block = new ExtendedBlock("BP-1", 100 + blocks.size(), size, 5);
    blocks.add(new LocatedBlock(block, nodes, null, null, length, false, null));
    length += size;
    return this;
  }

  /** Deletes the file. */
  public void delete() {
    deleted = true;
  }

  /** The file as it is before it is deleted. */
  public HdfsFileInfo file() {
    return new HdfsFileInfo(FILE, status(), Optional.empty(), Optional.empty());
  }

  private HdfsLocatedFileStatus status() {
    return (HdfsLocatedFileStatus)
        new HdfsFileStatus.Builder()
            .length(length)
            .replication(2)
            .fileId(7)
            .locations(located(blocks))
            .build();
  }

  private LocatedBlocks located(List<LocatedBlock> some) {
    return new LocatedBlocks(length, false, some, blocks.get(blocks.size() - 1), true, null, null);
  }

  @Override
  public DFSClient getClient() {
    return client;
  }

  private Object answer(Object proxy, Method method, Object[] arguments) throws IOException {
    return switch (method.getName()) {
      case "getServerDefaults" ->
          new FsServerDefaults(
              1 << 20, 512, 1 << 16, (short) 1, 4096, false, 0, DataChecksum.Type.CRC32C);
      case "getLocatedFileInfo" -> deleted ? null : status();
      case "getXAttrs" -> List.of();
      case "getBlockLocations" -> blocks((long) arguments[1], (long) arguments[2]);
      default -> throw new UnsupportedOperationException(method.getName());
    };
  }

  private LocatedBlocks blocks(long offset, long count) throws IOException {
    if (deleted) {
      throw new RemoteException(
          FileNotFoundException.class.getName(), "File does not exist: " + FILE);
    }
    return located(
        blocks.stream()
            .filter(block -> block.getStartOffset() + block.getBlockSize() > offset)
            .filter(block -> block.getStartOffset() - offset < count)
            .toList());
  }
}
