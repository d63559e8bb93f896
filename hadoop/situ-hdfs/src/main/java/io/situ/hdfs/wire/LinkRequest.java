// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.util.List;
import java.util.Objects;

/**
 * What one DataNode is asked to link.
 *
 * @param datanode the DataNode's UUID: others refuse the request
 * @param way how
 */
public record LinkRequest(String datanode, LinkSettings way, List<LinkBlockRequest> orders) {

  public LinkRequest {
    Objects.requireNonNull(datanode, "datanode");
    Objects.requireNonNull(way, "way");
    orders = List.copyOf(orders);
  }
}
