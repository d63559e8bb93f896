// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.link.LinkedBlock;
import java.util.Objects;

/**
 * One block a DataNode is asked to have.
 *
 * @param pool the block pool
 * @param id the block's number
 * @param stamp the block's generation stamp
 * @param link what it is made of
 */
public record LinkBlockRequest(String pool, long id, long stamp, LinkedBlock link) {

  public LinkBlockRequest {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(link, "link");
  }
}
