// SPDX-License-Identifier: Apache-2.0
package io.situ.hadoop.compat;

import org.apache.hadoop.fs.FileSystem;

/**
 * Parts of Hadoop that the oldest supported version, 3.3.4, lacks. Classes that cannot be linked
 * without such a part are loaded only after {@link #isPresent} said that it is there. Thread-safe.
 */
public enum HadoopFeature {
  /** Statistics that Hadoop keeps for each thread; since 3.3.5. */
  THREAD_STATISTICS("org.apache.hadoop.fs.statistics.IOStatisticsContext"),

  /** The manifest committer; since 3.3.5. */
  MANIFEST_COMMITTER("org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitter"),

  /** Deletion of many files by one call; since 3.4.1. */
  BULK_DELETE("org.apache.hadoop.fs.BulkDelete");

  private final boolean present;

  HadoopFeature(String className) {
    this.present = exists(className);
  }

  private static boolean exists(String className) {
    try {
      Class.forName(className, false, FileSystem.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** Returns whether the Hadoop of this process has it. */
  public boolean isPresent() {
    return present;
  }
}
