// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** What runs a job's tasks. */
enum Framework {
  LOCAL,
  YARN;

  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String ADDRESS = "yarn.resourcemanager.address";
  private static final String IDS = "yarn.resourcemanager.ha.rm-ids";
  private static final String NOWHERE = "0.0.0.0";

  /**
   * What {@link JobKeys#FRAMEWORK} says.
   *
   * @throws IllegalArgumentException if it says something unknown
   */
  static Framework of(Configuration conf) {
    String name = conf.getTrimmed(JobKeys.FRAMEWORK.name(), "auto");
    return switch (name) {
      case "auto" -> namesResourceManager(conf) ? YARN : LOCAL;
      case "local" -> LOCAL;
      case "yarn" -> YARN;
      default ->
          throw new IllegalArgumentException(
              JobKeys.FRAMEWORK.name() + " is '" + name + "'; it must be auto, local or yarn");
    };
  }

  private static boolean namesResourceManager(Configuration conf) {
    return !conf.getTrimmed(HOST, NOWHERE).equals(NOWHERE)
        || !conf.getTrimmed(ADDRESS, NOWHERE).startsWith(NOWHERE)
        || !conf.getTrimmed(IDS, "").isEmpty();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
