// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Clients of the ResourceManager that give up after some seconds, where Hadoop's own would try for
 * a quarter of an hour.
 */
final class ImpatientYarnClient {

  private static final int RETRY_MILLIS = 1_000;
  private static final int RETRIES = 4;
  private static final int MIN_FAILOVERS = 2;
  private static final int CONNECT_MILLIS = 3_000;
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
    // Their quotient is how often a call is made again, however long each takes: once.
    hasty.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, RETRY_MILLIS);
    hasty.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, RETRY_MILLIS);
    // With several ResourceManagers these take the place of the two above.
    int others = HAUtil.getRMHAIds(conf).size() - 1;
    limit(hasty, YarnConfiguration.CLIENT_FAILOVER_MAX_ATTEMPTS, Math.max(MIN_FAILOVERS, others));
    limit(hasty, YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, RETRY_MILLIS);
    limit(hasty, YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, RETRY_MILLIS);
    hasty.setInt(YarnConfiguration.CLIENT_FAILOVER_RETRIES, 0);
    hasty.setInt(YarnConfiguration.CLIENT_FAILOVER_RETRIES_ON_SOCKET_TIMEOUTS, 0);
    limitConnecting(hasty);
    // One that takes the connection and does not answer.
    limitTimeout(hasty, CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, ANSWER_MILLIS);
    YarnClient yarn = YarnClient.createYarnClient();
    yarn.init(hasty);
    yarn.start();
    return yarn;
  }

  /** Within each call: one that refuses the connection, drops it, or has Kerberos. */
  static void limitConnecting(Configuration hasty) {
    limit(hasty, CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, RETRIES);
    limit(hasty, CommonConfigurationKeys.IPC_CLIENT_CONNECT_RETRY_INTERVAL_KEY, RETRY_MILLIS);
    hasty.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    limitTimeout(hasty, CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, CONNECT_MILLIS);
    limit(hasty, CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SASL_KEY, 1);
  }

  private static void limit(Configuration conf, String key, int most) {
    int set = conf.getInt(key, most);
    conf.setInt(key, set < 0 ? most : Math.min(set, most));
  }

  /** No milliseconds are no timeout. */
  private static void limitTimeout(Configuration conf, String key, int most) {
    int set = conf.getInt(key, most);
    conf.setInt(key, set <= 0 ? most : Math.min(set, most));
  }
}
