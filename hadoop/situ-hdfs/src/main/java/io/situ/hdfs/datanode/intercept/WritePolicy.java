// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.hdfs.HdfsKeys;
import org.apache.hadoop.conf.Configuration;

/** What becomes of an append to a file with linked blocks. */
public enum WritePolicy {
  /**
   * The block's bytes are copied into the DataNode's own storage first, and the copy is changed.
   */
  COPY,
  /** It fails. */
  REJECT;

  static final String KEY = HdfsKeys.WRITE_POLICY.name();

  /**
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static WritePolicy of(Configuration conf) {
    return HdfsKeys.word(conf, HdfsKeys.WRITE_POLICY, WritePolicy.class);
  }
}
