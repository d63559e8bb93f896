// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.hdfs.HdfsKeys;
import org.apache.hadoop.conf.Configuration;

/** What stands for a linked block where a DataNode keeps blocks. */
public enum LinkType {
  /** A sparse file of the block's length. */
  PLACEHOLDER,
  /** A symbolic link to the object, where that is a plain file of the host and a whole block. */
  SYMLINK;

  /**
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static LinkType of(Configuration conf) {
    return HdfsKeys.word(conf, HdfsKeys.LINK, LinkType.class);
  }
}
