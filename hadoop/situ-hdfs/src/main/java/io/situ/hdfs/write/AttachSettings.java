// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.metadata.CurrentPermissions;
import io.situ.hdfs.metadata.UserMapping;
import io.situ.hdfs.source.HdfsNames;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What the configuration says of files that are attached. Thread-safe.
 *
 * @param largest what jobs take as the block size of files that are larger, bytes
 * @param least what HDFS takes as a block size, bytes
 * @param longestName of one file or directory, bytes
 */
public record AttachSettings(
    UserMapping identities, CurrentPermissions lists, long largest, long least, int longestName)
    implements Closeable {

  private static final long MB = 1L << 20;
  private static final long USUAL = 128 * MB;

  /**
   * @throws IOException if the table of identities cannot be read
   */
  public static AttachSettings of(Configuration conf) throws IOException {
    UserMapping identities = UserMapping.of(conf);
    return new AttachSettings(
        identities,
        new CurrentPermissions(conf, identities),
        conf.getLongBytes("dfs.blocksize", USUAL),
        conf.getLongBytes("dfs.namenode.fs-limits.min-block-size", MB),
        conf.getInt("dfs.namenode.fs-limits.max-component-length", HdfsNames.MAX_NAME));
  }

  /**
   * What jobs take as the block size of a file, bytes. Little more than the file, which makes no
   * difference to their splits: the NameNode wants so much room on a DataNode for each block that
   * is under way, though links take none. More than the file, so that HDFS lets its last block be
   * appended to.
   */
  public long blockSize(long file) {
    return Math.max(least, Math.min(largest, (file / MB + 1) * MB));
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
