// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.client;

import io.situ.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** The DataNodes that live, by the host names that stores use. */
public final class DataNodes {

  private final Map<String, DatanodeInfo> byName = new HashMap<>();
  private final List<DatanodeInfo> all;
  private final AtomicInteger next = new AtomicInteger();

  private DataNodes(List<DatanodeInfo> all) {
    this.all = all;
    for (DatanodeInfo node : all) {
      byName.putIfAbsent(node.getHostName(), node);
      byName.putIfAbsent(node.getIpAddr(), node);
      byName.putIfAbsent(node.getHostName().replaceFirst("\\..*", ""), node);
    }
  }

  /**
   * @throws IOException if the NameNode does not answer, or no DataNode lives
   */
  public static DataNodes living(ClientProtocol nameNode) throws IOException {
    List<DatanodeInfo> all = List.of(nameNode.getDatanodeReport(DatanodeReportType.LIVE));
    if (all.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE, null, "no DataNode lives; nothing can be attached");
    }
    return new DataNodes(all);
  }

  /**
   * The DataNodes on these hosts; any one of all where there are no hosts.
   *
   * @throws IOException if the store names hosts and none of them is a DataNode
   */
  public List<DatanodeInfo> on(List<String> hosts) throws IOException {
    if (hosts.isEmpty()) {
      return any();
    }
    List<DatanodeInfo> nodes = of(hosts);
    if (nodes.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.FAILED,
          null,
          "HDFS has no live DataNode on "
              + String.join(", ", hosts)
              + "; its DataNodes are "
              + String.join(
                  ", ", new TreeSet<>(all.stream().map(DatanodeInfo::getHostName).toList())));
    }
    return nodes;
  }

  /** One of all, in turn. */
  public List<DatanodeInfo> any() {
    return List.of(oneOf(all));
  }

  /** One of those that are on none of these hosts, in turn; of all if there is no such. */
  public List<DatanodeInfo> anyBut(List<String> hosts) {
    List<DatanodeInfo> there = of(hosts);
    List<DatanodeInfo> others = all.stream().filter(node -> !there.contains(node)).toList();
    return others.isEmpty() ? any() : List.of(oneOf(others));
  }

  private DatanodeInfo oneOf(List<DatanodeInfo> some) {
    return some.get(Math.floorMod(next.getAndIncrement(), some.size()));
  }

  /** Those of these hosts that are DataNodes and live. */
  public List<DatanodeInfo> of(List<String> hosts) {
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (String host : hosts) {
      DatanodeInfo node = byName.get(host);
      if (node != null && !nodes.contains(node)) {
        nodes.add(node);
      }
    }
    return nodes;
  }
}
