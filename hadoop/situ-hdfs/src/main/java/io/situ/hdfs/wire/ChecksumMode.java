// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import org.apache.hadoop.conf.Configuration;

/** When the checksums of linked blocks are computed. */
public enum ChecksumMode {
  /** While they are linked: every byte is read. */
  EAGER,
  /** When a block is first read to its end: fewer than 512 bytes are read while it is linked. */
  LAZY;

  /**
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static ChecksumMode of(Configuration conf) {
    return HdfsKeys.word(conf, HdfsKeys.CHECKSUMS, ChecksumMode.class);
  }
}
