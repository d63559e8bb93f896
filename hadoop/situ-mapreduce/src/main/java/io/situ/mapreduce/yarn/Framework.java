// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.yarn;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.yarn.conf.HAUtil;

/** What runs a job's tasks. */
public enum Framework {
  LOCAL,
  YARN;

  /** What a configuration may ask for. */
  public enum Choice {
    AUTO,
    LOCAL,
    YARN
  }

  /** What runs the tasks. */
  public static final ConfigKey<Choice> KEY =
      ConfigKey.of(
              "situ.mapreduce.framework",
              ConfigType.choice(Choice.values()),
              "What runs the tasks of a job submitted with mapreduce.framework.name=situ: yarn, local,"
                  + " or auto, which is yarn where the configuration names a ResourceManager.")
          .withDefault(Choice.AUTO);

  private static final String HOST = "yarn.resourcemanager.hostname";
  private static final String ADDRESS = "yarn.resourcemanager.address";
  private static final String IDS = "yarn.resourcemanager.ha.rm-ids";
  private static final String NOWHERE = "0.0.0.0";

  /**
   * Returns what {@link #KEY} says.
   *
   * @throws IllegalArgumentException if it says something unknown
   */
  public static Framework of(Configuration conf) {
    return switch (KEY.get(conf::get)) {
      case AUTO -> namesResourceManager(conf) ? YARN : LOCAL;
      case LOCAL -> LOCAL;
      case YARN -> YARN;
    };
  }

  /**
   * Returns what runs the jobs of a client, whichever framework it submits them to.
   *
   * @param conf of a job, with the defaults of Hadoop's
   * @throws IllegalArgumentException if {@link #KEY} says something unknown
   */
  public static Framework ofJobs(Configuration conf) {
    return switch (conf.getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME)) {
      case MRConfig.LOCAL_FRAMEWORK_NAME -> LOCAL;
      case MRConfig.YARN_FRAMEWORK_NAME -> YARN;
      default -> of(conf);
    };
  }

  private static boolean namesResourceManager(Configuration conf) {
    return !conf.getTrimmed(HOST, NOWHERE).equals(NOWHERE)
        || !conf.getTrimmed(ADDRESS, NOWHERE).startsWith(NOWHERE)
        || !conf.getTrimmed(IDS, "").isEmpty()
        || HAUtil.isHAEnabled(conf);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
