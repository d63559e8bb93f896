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
public record LinkSettings(ChecksumMode checksums, LinkType links) {

  public LinkSettings {
    Objects.requireNonNull(checksums, "checksums");
    Objects.requireNonNull(links, "links");
  }

  /**
   * @throws IllegalArgumentException naming the key whose value is unknown
   */
  public static LinkSettings of(Configuration conf) {
    return new LinkSettings(ChecksumMode.of(conf), LinkType.of(conf));
  }
}
