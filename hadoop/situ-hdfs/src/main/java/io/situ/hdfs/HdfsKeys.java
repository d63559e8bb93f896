// SPDX-License-Identifier: Apache-2.0
package io.situ.hdfs;

import io.situ.hdfs.datanode.intercept.WritePolicy;
import io.situ.hdfs.link.LinkSources;
import io.situ.hdfs.metadata.UserMapping;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkProtocol;
import io.situ.hdfs.wire.LinkType;
import io.situ.hdfs.wire.SharedSecret;
import io.situ.storage.config.ConfigKey;
import java.util.List;

/** The configuration keys of what is attached to HDFS, by their full names. */
public final class HdfsKeys {

  /** What all of them begin with. */
  public static final String PREFIX = "fs.situ.hdfs.";

  private HdfsKeys() {}

  /** Returns every key. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        ChecksumMode.KEY,
        UserMapping.KEY,
        LinkType.KEY,
        LinkProtocol.PORT_OFFSET,
        SharedSecret.KEY,
        LinkSources.STORES,
        WritePolicy.KEY);
  }
}
