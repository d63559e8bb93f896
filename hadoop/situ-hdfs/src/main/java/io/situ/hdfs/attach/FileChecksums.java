// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.KeepAliveSocketFactory;
import io.situ.hdfs.tree.HdfsFileInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Asks HDFS for checksums of files. A DataNode answers once it has read the whole block, and is
 * waited for as long as a busy disk takes for its length. Thread-safe.
 */
final class FileChecksums implements AutoCloseable {

  /** A DataNode is waited for so long at least, milliseconds. */
  private static final int MIN_TIMEOUT = 60_000;

  /** A DataNode is waited for so long at most, milliseconds. */
  private static final int MAX_TIMEOUT = (int) TimeUnit.DAYS.toMillis(1);

  private final DistributedFileSystem hdfs;
  private final int base;

  /** Hadoop's clients wait as they were configured when they were made; by that time. */
  private final Map<Integer, DistributedFileSystem> clients = new HashMap<>();

  FileChecksums(DistributedFileSystem hdfs) {
    this(hdfs, Math.max(MIN_TIMEOUT, hdfs.getClient().getConf().getSocketTimeout()));
  }

  /**
   * @param base milliseconds that are waited for a block of no bytes
   */
  FileChecksums(DistributedFileSystem hdfs, int base) {
    this.hdfs = hdfs;
    this.base = base;
  }

  /**
   * Returns the CRC32C of a file's bytes.
   *
   * @param file with at least one byte
   * @throws IOException if no DataNode gives that of a block in time, or the file is gone
   */
  int of(HdfsFileInfo file) throws IOException {
    long longest = file.blocks().stream().mapToLong(LocatedBlock::getBlockSize).max().orElse(0);
    DistributedFileSystem client = client(timeout(base, longest));
    return ByteBuffer.wrap(client.getFileChecksum(new Path(file.path())).getBytes()).getInt();
  }

  /**
   * Returns how long a DataNode is waited for that reads a block, milliseconds: one to two seconds
   * for each MB, so that few clients do for blocks of all lengths.
   *
   * @param length bytes
   */
  static int timeout(int base, long length) {
    long megabytes = Math.max(1, (length + (1 << 20) - 1) >> 20);
    long seconds = Long.highestOneBit(2 * megabytes - 1);
    return (int) Math.min(MAX_TIMEOUT, base + TimeUnit.SECONDS.toMillis(seconds));
  }

  private synchronized DistributedFileSystem client(int timeout) throws IOException {
    DistributedFileSystem client = clients.get(timeout);
    if (client == null) {
      client = (DistributedFileSystem) FileSystem.newInstance(hdfs.getUri(), conf(timeout));
      clients.put(timeout, client);
    }
    return client;
  }

  private Configuration conf(int timeout) {
    Configuration conf = new Configuration(hdfs.getConf());
    // The one kind that can be compared with what others have taken.
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, timeout);
    KeepAliveSocketFactory.use(conf);
    return conf;
  }

  @Override
  public synchronized void close() throws IOException {
    for (DistributedFileSystem client : clients.values()) {
      client.close();
    }
  }
}
