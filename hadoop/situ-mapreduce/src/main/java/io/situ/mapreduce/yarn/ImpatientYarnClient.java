// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Clients of the ResourceManager that give up after some seconds, where Hadoop's own would try for
 * a quarter of an hour.
 */
final class ImpatientYarnClient {

  private static final int MAX_WAIT_MILLIS = 10_000;
  private static final int RETRY_MILLIS = 1_000;
  private static final int RETRIES = 2;
  private static final int MAX_FAILOVERS = 4;
  private static final int ANSWER_MILLIS = 5_000;

  private ImpatientYarnClient() {}

  /**
   * Returns a client that is started.
   *
   * @throws org.apache.hadoop.yarn.exceptions.YarnRuntimeException if the configuration does not
   *     allow that
   */
  static YarnClient start(Configuration conf) {
    YarnConfiguration hasty = new YarnConfiguration(conf);
    limit(hasty, YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, MAX_WAIT_MILLIS);
    limit(hasty, YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    limit(hasty, CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, RETRIES);
    limit(hasty, YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, MAX_FAILOVERS);
    // One that takes the connection and does not answer.
    hasty.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, ANSWER_MILLIS);
    YarnClient yarn = YarnClient.createYarnClient();
    yarn.init(hasty);
    yarn.start();
    return yarn;
  }

  private static void limit(Configuration conf, String key, int most) {
    int set = conf.getInt(key, most);
    conf.setInt(key, set < 0 ? most : Math.min(set, most));
  }
}
