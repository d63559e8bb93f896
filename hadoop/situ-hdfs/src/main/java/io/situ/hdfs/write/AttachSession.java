// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import io.situ.hdfs.client.LinkClient;
import io.situ.hdfs.lock.LeaseRenewal;
import io.situ.hdfs.lock.NamespaceLock;
import io.situ.hdfs.parallel.ParallelSteps;
import io.situ.hdfs.source.ObjectSources;
import java.io.IOException;
import java.util.UUID;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;

/**
 * What attaching needs of a cluster. Thread-safe.
 *
 * @param lock is held while directories and files get owners and permissions
 * @param client the name under which files are open while they are made
 * @param lease of those files
 */
public record AttachSession(
    DistributedFileSystem hdfs,
    ClientProtocol nameNode,
    NamespaceLock lock,
    LinkClient links,
    AttachSettings settings,
    ObjectSources sources,
    String client,
    LeaseRenewal lease,
    ParallelSteps parallel)
    implements AutoCloseable {

  /**
   * @param hdfs the caller closes it
   * @param lock of that HDFS, of which one command has one
   * @throws IOException if no secret is configured, or the table of identities cannot be read
   */
  public static AttachSession open(DistributedFileSystem hdfs, NamespaceLock lock)
      throws IOException {
    ClientProtocol nameNode = hdfs.getClient().getNamenode();
    String client = "situ-attach-" + UUID.randomUUID();
    return new AttachSession(
        hdfs,
        nameNode,
        lock,
        new LinkClient(hdfs.getConf()),
        AttachSettings.of(hdfs.getConf()),
        new ObjectSources(hdfs.getConf()),
        client,
        new LeaseRenewal("situ-attach-files", client, () -> nameNode.renewLease(client, null)),
        new ParallelSteps(ParallelSteps.MAKING));
  }

  @Override
  public void close() throws IOException {
    parallel.close();
    lease.close();
    try (settings) {
      sources.close();
    }
  }
}
