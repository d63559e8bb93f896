// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.regroup;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** What a job says that its splits are regrouped by. */
final class RegroupPolicy {

  static final String MODE = "situ.mapreduce.regroup";
  static final String DENY = "situ.mapreduce.regroup.deny";

  static final String OLD_FORMAT = "mapred.input.format.class";
  static final String OLD_RUNNER = "mapred.map.runner.class";

  private RegroupPolicy() {}

  static boolean newInterface(Configuration conf) {
    return conf.getBoolean("mapred.mapper.new-api", false);
  }

  static String inputFormat(Configuration conf) {
    return newInterface(conf)
        ? conf.get(
            MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
            "org.apache.hadoop.mapreduce.lib.input.TextInputFormat")
        : conf.get(OLD_FORMAT, "org.apache.hadoop.mapred.TextInputFormat");
  }
}
