// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.compat.HadoopFeature;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Settings of Hadoop's own keys that make {@code situ://} work without configuration. Each is in a
 * resource of its own, for Hadoop would let ours win over the site's: one that the site has set is
 * left alone.
 */
public final class DefaultConfiguration {

  private DefaultConfiguration() {}

  private static Map<String, String> resources() {
    Map<String, String> resources =
        new TreeMap<>(
            Map.of(
                "fs.AbstractFileSystem.situ.impl", "situ-file-context.xml",
                "mapreduce.outputcommitter.factory.scheme.situ", "situ-committer.xml"));
    if (HadoopFeature.BULK_DELETE.isPresent()) {
      resources.put("fs.situ.impl", "situ-bulk-delete.xml");
    }
    return resources;
  }

  /** Returns the name of the class for {@code situ://} that the Hadoop of this process can use. */
  public static String fileSystemClass() {
    return HadoopFeature.BULK_DELETE.isPresent()
        ? "io.situ.hadoop.bulkdelete.BulkDeleteFileSystem"
        : SituFileSystem.class.getName();
  }

  /** Called when Hadoop looks for file systems, before any configuration asks for the keys. */
  static void install() {
    Configuration site = new Configuration();
    resources()
        .forEach(
            (key, resource) -> {
              if (site.get(key) == null) {
                Configuration.addDefaultResource(resource);
              }
            });
  }
}
