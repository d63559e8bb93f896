// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.split;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** What a job says that its splits are regrouped by. */
public final class RegroupPolicy {

  /** Which jobs are regrouped. */
  public enum Mode {
    /** Those whose code is shown not to notice. */
    AUTO,
    ALWAYS,
    OFF
  }

  public static final ConfigKey<Mode> MODE =
      ConfigKey.of(
              "situ.mapreduce.regroup",
              ConfigType.choice(Mode.values()),
              "Whether splits of one host share a map task, and are cut where hosts change: auto for"
                  + " jobs whose code is shown not to notice it, always whatever the code does, or"
                  + " off.")
          .withDefault(Mode.AUTO);

  public static final ConfigKey<List<String>> DENY =
      ConfigKey.of(
          "situ.mapreduce.regroup.deny",
          ConfigType.list(ConfigType.text(), "names of classes, separated by commas"),
          "Classes of input formats, comma-separated, whose jobs are not regrouped; their"
              + " subclasses too.");

  /**
   * Bytes that a map task should read, unless spreading over a host's slots asks for less. Without
   * it a job's own largest split size is kept to.
   */
  public static final ConfigKey<Long> TARGET_BYTES =
      ConfigKey.of(
              "situ.mapreduce.regroup.bytes",
              ConfigType.size(1, Long.MAX_VALUE),
              "What a map task should read, unless spreading over a host's slots asks for less; by"
                  + " default 32m where tasks run in one process, and no more than the job's own"
                  + " mapreduce.input.fileinputformat.split.maxsize.")
          .withDefault(1L << 30);

  /** Bytes below which a host's work is not spread over more map tasks. */
  public static final ConfigKey<Long> MIN_BYTES =
      ConfigKey.of(
              "situ.mapreduce.regroup.least.bytes",
              ConfigType.size(1, Long.MAX_VALUE),
              "Below this a host's work is not spread over more map tasks, since each costs the start"
                  + " of a process; by default 1m where tasks run in one process, and what"
                  + " situ.mapreduce.cost.* asks for with locality=auto.")
          .withDefault(32L << 20);

  /** True if a job fails whose input is changed while it runs. */
  public static final ConfigKey<Boolean> CHANGES =
      ConfigKey.of(
              "situ.mapreduce.input.changes",
              ConfigType.either("fail", "ignore"),
              "What a regrouped job does whose input is changed while it runs: fail, or ignore it and"
                  + " perhaps read parts of both versions.")
          .withDefault(true);

  /** Which file a record names; {@code {}} stands for the record's text. */
  public static final ConfigKey<String> INPUT_NAMES =
      ConfigKey.of(
          "situ.mapreduce.input.names",
          ConfigType.text()
              .where(pattern -> pattern.contains("{}"), "a path with {}, for the text of a record"),
          "For jobs whose input only names the files that maps read: the path of such a file, with"
              + " {} for a record's text. Maps then run where those files are.");

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
