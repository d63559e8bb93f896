// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * How blocks are to be linked.
 *
 * @param checksums when checksums are computed
 * @param links what is to stand for the blocks, where it can
 */
public record LinkWay(Checksums checksums, Links links) {

  public LinkWay {
    Objects.requireNonNull(checksums, "checksums");
    Objects.requireNonNull(links, "links");
  }

  /**
   * @throws IllegalArgumentException naming the key whose value is unknown
   */
  public static LinkWay of(Configuration conf) {
    return new LinkWay(Checksums.of(conf), Links.of(conf));
  }
}
