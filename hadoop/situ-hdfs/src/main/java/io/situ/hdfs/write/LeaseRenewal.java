// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.write;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the files of a client open until this is closed, however long their blocks take: the
 * NameNode closes or deletes files whose client was silent for {@code
 * dfs.namenode.lease-hard-limit-sec}. A renewal that fails is logged, and the next one is tried.
 * Thread-safe.
 */
final class LeaseRenewal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewal.class);

  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final ClientProtocol nameNode;
  private final String client;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(LeaseRenewal::daemon);

  /**
   * @param client the name under which the files are open, now or later
   */
  LeaseRenewal(ClientProtocol nameNode, String client) {
    this.nameNode = nameNode;
    this.client = client;
    long interval = INTERVAL.toMillis();
    renewals.scheduleWithFixedDelay(this::renew, interval, interval, TimeUnit.MILLISECONDS);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "situ-attach-files");
    thread.setDaemon(true);
    return thread;
  }

  private void renew() {
    try {
      nameNode.renewLease(client, null);
    } catch (IOException e) {
      LOG.debug("the lease of {} is not renewed now", client, e);
    }
  }

  @Override
  public void close() {
    renewals.shutdownNow();
  }
}
