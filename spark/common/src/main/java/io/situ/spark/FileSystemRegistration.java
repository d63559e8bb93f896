// SPDX-License-Identifier: Apache-2.0
package io.situ.spark;

import io.situ.hadoop.fs.DefaultConfiguration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Names the classes of the scheme {@code situ} in a configuration. Hadoop's own lookup by service
 * files runs before Spark's class loader sees the jars of {@code --jars}.
 */
public final class FileSystemRegistration {

  private static final Map<String, String> CLASSES =
      Map.of(
          "fs.situ.impl",
          DefaultConfiguration.fileSystemClass(),
          "fs.AbstractFileSystem.situ.impl",
          "io.situ.hadoop.fs.SituFs");

  private FileSystemRegistration() {}

  /** Sets the keys that are not set. */
  public static void register(Configuration conf) {
    CLASSES.forEach(conf::setIfUnset);
  }
}
