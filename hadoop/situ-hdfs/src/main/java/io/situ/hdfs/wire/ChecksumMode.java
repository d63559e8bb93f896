// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs.wire;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import org.apache.hadoop.conf.Configuration;

/** When the checksums of linked blocks are computed. */
public enum ChecksumMode {
  /** While they are linked: every byte is read. */
  EAGER,
  /** When a block is first read to its end: fewer than 512 bytes are read while it is linked. */
  LAZY;

  public static final ConfigKey<ChecksumMode> KEY =
      ConfigKey.of(
              "fs.situ.hdfs.checksums",
              ConfigType.choice(ChecksumMode.values()),
              "When the checksums of what is attached are computed: eager, which reads every byte"
                  + " while it is attached, or lazy, when a block is first read to its end.")
          .withDefault(EAGER);

  /**
   * Returns what a configuration says.
   *
   * @throws IllegalArgumentException naming the key, if its value is unknown
   */
  public static ChecksumMode of(Configuration conf) {
    return KEY.get(conf::get);
  }
}
