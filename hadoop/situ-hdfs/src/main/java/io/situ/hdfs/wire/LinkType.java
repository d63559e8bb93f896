// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import org.apache.hadoop.conf.Configuration;

/** What stands for a linked block where a DataNode keeps blocks. */
public enum LinkType {
  /** A sparse file of the block's length. */
  PLACEHOLDER,
  /** A symbolic link to the object, where that is a plain file of the host and a whole block. */
  SYMLINK;

  public static final ConfigKey<LinkType> KEY =
      ConfigKey.of(
              "fs.situ.hdfs.link",
              ConfigType.choice(LinkType.values()),
              "What stands for a linked block on a DataNode: placeholder, an empty file of the block's"
                  + " length, or symlink, a symbolic link to the object where it is a plain file of"
                  + " that host and not cut into several blocks.")
          .withDefault(PLACEHOLDER);

  /**
   * Returns what a configuration says.
   *
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static LinkType of(Configuration conf) {
    return KEY.get(conf::get);
  }
}
