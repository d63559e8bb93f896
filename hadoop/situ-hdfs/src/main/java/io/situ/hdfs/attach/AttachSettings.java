package io.situ.hdfs.attach;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * What the configuration says of files that are attached. Safe for use by many threads.
 *
 * @param blockSize what jobs take as the block size, bytes
 */
record AttachSettings(Identities identities, AccessLists lists, long blockSize)
    implements Closeable {

  private static final long USUAL = 128L << 20;

  /**
   * @throws IOException if the table of identities cannot be read
   */
  static AttachSettings of(Configuration conf) throws IOException {
    Identities identities = Identities.of(conf);
    return new AttachSettings(
        identities, new AccessLists(conf, identities), conf.getLongBytes("dfs.blocksize", USUAL));
  }

  @Override
  public void close() throws IOException {
    lists.close();
  }
}
