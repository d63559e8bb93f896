// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings of Hadoop's own keys that make {@code situ://} work without configuration. Each is in a
 * resource of its own, for Hadoop would let ours win over the site's: one that the site has set is
 * left alone.
 */
final class DefaultConfiguration {

  private static final Map<String, String> RESOURCES =
      Map.of(
          "fs.AbstractFileSystem.situ.impl", "situ-file-context.xml",
          "mapreduce.outputcommitter.factory.scheme.situ", "situ-committer.xml");

  private DefaultConfiguration() {}

  /** Called when Hadoop looks for file systems, before any configuration asks for the keys. */
  static void install() {
    Configuration site = new Configuration();
    RESOURCES.forEach(
        (key, resource) -> {
          if (site.get(key) == null) {
            Configuration.addDefaultResource(resource);
          }
        });
  }
}
