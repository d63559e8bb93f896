package io.situ.hdfs.attach;

import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/**
 * What attaching needs of a cluster. Safe for use by many threads.
 *
 * @param client the name under which files are open while they are made
 */
record AttachSession(
    DistributedFileSystem hdfs,
    ClientProtocol nameNode,
    LinkClient links,
    Identities identities,
    AccessLists lists,
    String client,
    Parallel parallel)
    implements AutoCloseable {

  /**
   * @param hdfs the caller closes it
   * @throws IOException if no secret is configured, or the table of identities cannot be read
   */
  static AttachSession open(DistributedFileSystem hdfs) throws IOException {
    Identities identities = Identities.of(hdfs.getConf());
    return new AttachSession(
        hdfs,
        hdfs.getClient().getNamenode(),
        new LinkClient(hdfs.getConf()),
        identities,
        new AccessLists(hdfs.getConf(), identities),
        "situ-attach-" + UUID.randomUUID(),
        new Parallel(Parallel.MAKING));
  }

  /** What jobs take as the block size, bytes. */
  long blockSize() {
    return hdfs.getDefaultBlockSize(new Path("/"));
  }

  @Override
  public void close() throws IOException {
    parallel.close();
    lists.close();
  }
}
