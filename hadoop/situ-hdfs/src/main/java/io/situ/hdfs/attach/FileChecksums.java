// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.attach;

import io.situ.hdfs.client.KeepAliveSocketFactory;
import io.situ.hdfs.tree.HdfsFileInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * Asks HDFS for checksums of files. A DataNode answers once it has read the whole block, which may
 * have to be fetched from an archive first, and is waited for up to a day, or for as long as the
 * configuration says if that is longer; one whose host is gone, for two minutes. Thread-safe.
 */
final class FileChecksums implements AutoCloseable {

  /** Milliseconds. */
  private static final int MIN_TIMEOUT = (int) TimeUnit.DAYS.toMillis(1);

  private final DistributedFileSystem client;
  private final int timeout;

  FileChecksums(DistributedFileSystem hdfs) throws IOException {
    this(hdfs, Math.max(MIN_TIMEOUT, hdfs.getClient().getConf().getSocketTimeout()));
  }

  /**
   * @param timeout how long a DataNode is waited for, milliseconds
   */
  FileChecksums(DistributedFileSystem hdfs, int timeout) throws IOException {
    Configuration conf = new Configuration(hdfs.getConf());
    // The one kind that can be compared with what others have taken.
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    conf.setInt(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, timeout);
    KeepAliveSocketFactory.use(conf);
    this.client = (DistributedFileSystem) FileSystem.newInstance(hdfs.getUri(), conf);
    this.timeout = timeout;
  }

  /**
   * Returns the CRC32C of a file's bytes.
   *
   * @param file with at least one byte
   * @throws IOException if no DataNode gives that of a block in time, or the file is gone
   */
  int of(HdfsFileInfo file) throws IOException {
    long start = System.nanoTime();
    try {
      return ByteBuffer.wrap(client.getFileChecksum(new Path(file.path())).getBytes()).getInt();
    } catch (IOException e) {
      long waited = System.nanoTime() - start;
      if (waited < TimeUnit.MILLISECONDS.toNanos(timeout)) {
        throw e;
      }
      throw new IOException(
          e.getMessage() + ", after " + TimeUnit.NANOSECONDS.toSeconds(waited) + " s", e);
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
