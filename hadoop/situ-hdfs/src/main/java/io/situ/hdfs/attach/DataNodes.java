package io.situ.hdfs.attach;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/** The DataNodes that live, by the host names that stores use. */
final class DataNodes {

  private final Map<String, DatanodeInfo> byName = new HashMap<>();
  private final List<DatanodeInfo> all;
  private int next;

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
  static DataNodes of(ClientProtocol nameNode) throws IOException {
    List<DatanodeInfo> all = List.of(nameNode.getDatanodeReport(DatanodeReportType.LIVE));
    if (all.isEmpty()) {
      throw new IOException("no DataNode lives; nothing can be attached");
    }
    return new DataNodes(all);
  }

  /**
   * The DataNodes on these hosts; any one of all where there are no hosts.
   *
   * @throws IOException if the store names hosts and none of them is a DataNode
   */
  synchronized List<DatanodeInfo> on(List<String> hosts) throws IOException {
    if (hosts.isEmpty()) {
      return List.of(all.get(Math.floorMod(next++, all.size())));
    }
    List<DatanodeInfo> nodes = new ArrayList<>();
    for (String host : hosts) {
      DatanodeInfo node = byName.get(host);
      if (node != null && !nodes.contains(node)) {
        nodes.add(node);
      }
    }
    if (nodes.isEmpty()) {
      throw new IOException(
          "HDFS has no live DataNode on "
              + String.join(", ", hosts)
              + "; its DataNodes are "
              + String.join(
                  ", ", new TreeSet<>(all.stream().map(DatanodeInfo::getHostName).toList())));
    }
    return nodes;
  }
}
