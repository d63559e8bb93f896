// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.fs;

import io.situ.hadoop.fs.config.SituKeys;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Parquet's writers pad row groups, so that none goes from one block of a file to the next.
 * They do so on file systems whose schemes they know to have blocks, such as {@code hdfs}.
 * Thread-safe.
 */
final class ParquetPadding {

  private static final Logger LOG = LoggerFactory.getLogger(ParquetPadding.class);

  /** In parts: Situ's jar has a Parquet of its own, whose name replaces it in every constant. */
  private static final String WRITER =
      String.join(".", "org", "apache", "parquet", "hadoop", "util", "HadoopOutputFile");

  private ParquetPadding() {}

  /** Does nothing where the configuration's class loader knows no Parquet. */
  static void enable(Configuration conf) {
    Class<?> writer = conf.getClassByNameOrNull(WRITER);
    if (writer == null) {
      return;
    }
    try {
      @SuppressWarnings("unchecked")
      Set<String> schemes = (Set<String>) writer.getMethod("getBlockFileSystems").invoke(null);
      synchronized (ParquetPadding.class) {
        schemes.add(SituKeys.SCHEME);
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.info(
          "row groups of new Parquet files are not padded to the files' blocks: {}", e.toString());
    }
  }
}
