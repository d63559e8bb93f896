// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** What a job says that its splits are regrouped by. */
public final class RegroupPolicy {

  public static final String MODE = "situ.mapreduce.regroup";
  public static final String DENY = "situ.mapreduce.regroup.deny";

  public static final String OLD_FORMAT = "mapred.input.format.class";
  public static final String OLD_RUNNER = "mapred.map.runner.class";

  private RegroupPolicy() {}

  public static boolean newInterface(Configuration conf) {
    return conf.getBoolean("mapred.mapper.new-api", false);
  }

  public static String inputFormat(Configuration conf) {
    return newInterface(conf)
        ? conf.get(
            MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
            "org.apache.hadoop.mapreduce.lib.input.TextInputFormat")
        : conf.get(OLD_FORMAT, "org.apache.hadoop.mapred.TextInputFormat");
  }
}
