// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What one DataNode is asked to link.
 *
 * @param datanode the DataNode's UUID: others refuse the request
 * @param way how
 * @param orders at most {@link LinkProtocol#MAX_ORDERS}
 */
public record LinkRequest(String datanode, LinkSettings way, List<LinkBlockRequest> orders) {

  /** Bytes of what orders name in one request: a quarter of what a body may have. */
  private static final int MAX_BYTES = LinkProtocol.MAX_REQUEST / 4;

  /**
   * @throws IllegalArgumentException if there are more orders than one request may have
   */
  public LinkRequest {
    Objects.requireNonNull(datanode, "datanode");
    Objects.requireNonNull(way, "way");
    if (orders.size() > LinkProtocol.MAX_ORDERS) {
      throw new IllegalArgumentException(orders.size() + " orders");
    }
    orders = List.copyOf(orders);
  }

  /** Returns requests that have these orders, in their order, and none that is too long to send. */
  public static List<LinkRequest> split(
      String datanode, LinkSettings way, List<LinkBlockRequest> orders) {
    List<LinkRequest> requests = new ArrayList<>();
    int from = 0;
    long bytes = 0;
    for (int i = 0; i < orders.size(); i++) {
      LinkBlockRequest order = orders.get(i);
      int more = order.pool().length() + order.link().toBytes().length;
      if (i - from == LinkProtocol.MAX_ORDERS || (i > from && bytes + more > MAX_BYTES)) {
        requests.add(new LinkRequest(datanode, way, orders.subList(from, i)));
        from = i;
        bytes = 0;
      }
      bytes += more;
    }
    if (from < orders.size()) {
      requests.add(new LinkRequest(datanode, way, orders.subList(from, orders.size())));
    }
    return requests;
  }
}
