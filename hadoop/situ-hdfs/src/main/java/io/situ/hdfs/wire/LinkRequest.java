package io.situ.hdfs.wire;

import java.util.List;
import java.util.Objects;

/**
 * What one DataNode is asked to link.
 *
 * @param datanode the DataNode's UUID: others refuse the request
 * @param checksums when checksums are computed
 */
public record LinkRequest(String datanode, Checksums checksums, List<LinkOrder> orders) {

  public LinkRequest {
    Objects.requireNonNull(datanode, "datanode");
    Objects.requireNonNull(checksums, "checksums");
    orders = List.copyOf(orders);
  }
}
