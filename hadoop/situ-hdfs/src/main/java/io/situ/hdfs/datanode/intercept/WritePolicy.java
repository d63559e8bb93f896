// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.datanode.intercept;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import org.apache.hadoop.conf.Configuration;

/** What becomes of an append to a file with linked blocks. */
public enum WritePolicy {
  /**
   * The block's bytes are copied into the DataNode's own storage first, and the copy is changed.
   */
  COPY,
  /** It fails. */
  REJECT;

  public static final ConfigKey<WritePolicy> KEY =
      ConfigKey.of(
              "fs.situ.hdfs.write.policy",
              ConfigType.choice(WritePolicy.values()),
              "What becomes of an append to an attached file: copy, which changes a copy in HDFS, or"
                  + " reject. A truncation cuts a copy. The object is never written.")
          .withDefault(COPY);

  /**
   * Returns what a configuration says.
   *
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static WritePolicy of(Configuration conf) {
    return KEY.get(conf::get);
  }
}
