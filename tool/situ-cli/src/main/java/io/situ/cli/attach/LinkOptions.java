// SPDX-License-Identifier: Apache-2.0
package io.situ.cli.attach;

import io.situ.cli.console.CliException;
import io.situ.hdfs.HdfsKeys;
import io.situ.hdfs.wire.ChecksumMode;
import io.situ.hdfs.wire.LinkType;
import io.situ.storage.config.ConfigKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** How blocks are linked, which attach and repair have in common. */
final class LinkOptions {

  @Option(
      names = "--link",
      paramLabel = "WHAT",
      description =
          "What stands for a block on a DataNode: placeholder (the default), which serves every store"
              + " and is of no use without Situ; or symlink, a symbolic link, where the object is a"
              + " plain file of that host and not cut into several blocks. See docs/operate/hdfs.md.")
  private String link;

  @Option(
      names = "--checksums",
      paramLabel = "WHEN",
      description =
          "When checksums are computed: eager (the default), which reads every byte now, or lazy,"
              + " when a block is first read to its end.")
  private String checksums;

  /** Those of these options that are given. */
  List<String> given() {
    List<String> given = new ArrayList<>();
    if (link != null) {
      given.add("--link");
    }
    if (checksums != null) {
      given.add("--checksums");
    }
    return given;
  }

  /** The keys of the configuration that say so. */
  Map<String, String> keys() {
    Map<String, String> keys = new TreeMap<>();
    put(keys, LinkType.KEY, link);
    put(keys, ChecksumMode.KEY, checksums);
    return keys;
  }

  private static void put(Map<String, String> keys, ConfigKey<?> key, String word) {
    if (word != null) {
      try {
        key.parse("--" + key.name().substring(HdfsKeys.PREFIX.length()), word);
      } catch (IllegalArgumentException e) {
        throw CliException.usage(e.getMessage());
      }
      keys.put(key.name(), word);
    }
  }
}
