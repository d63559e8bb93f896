// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.jobfile;

import org.apache.hadoop.conf.Configuration;

/** Where values of a configuration come from. */
public final class ConfigurationSources {

  private ConfigurationSources() {}

  /**
   * Returns whether a file of the cluster's, or the user, sets a key, and not Hadoop's defaults.
   */
  public static boolean isSet(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources != null && !sources[sources.length - 1].endsWith("-default.xml");
  }
}
