// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/** What the ResourceManager says about its nodes. Thread-safe. */
public final class YarnNodes {

  private YarnNodes() {}

  /**
   * Returns the names that the hosts of all nodes have, also of those that do not run now.
   *
   * @throws IOException if the ResourceManager does not answer within some seconds, or refuses
   */
  public static Set<String> hosts(Configuration conf) throws IOException {
    try (YarnClient yarn = ImpatientYarnClient.start(conf)) {
      Set<String> hosts = new TreeSet<>();
      for (NodeReport node : yarn.getNodeReports()) {
        hosts.add(node.getNodeId().getHost());
      }
      return hosts;
    } catch (YarnException | YarnRuntimeException e) {
      throw new IOException("the ResourceManager does not list its nodes: " + e.getMessage(), e);
    }
  }
}
