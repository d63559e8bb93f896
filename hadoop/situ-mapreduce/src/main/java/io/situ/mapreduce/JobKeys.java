// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce;

import io.situ.mapreduce.cost.CostModel;
import io.situ.mapreduce.cost.Locality;
import io.situ.mapreduce.launch.LaunchKeys;
import io.situ.mapreduce.mapside.MapSideKeys;
import io.situ.mapreduce.reduceside.ReduceSideKeys;
import io.situ.mapreduce.shuffle.ShuffleKeys;
import io.situ.mapreduce.split.RegroupPolicy;
import io.situ.mapreduce.yarn.Framework;
import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** The configuration keys of the framework {@code situ}, by their full names. */
public final class JobKeys {

  /** The value of {@code mapreduce.framework.name} that brings jobs here. */
  public static final String FRAMEWORK_NAME = "situ";

  /** Where job records go. */
  public static final ConfigKey<Path> RECORDS =
      ConfigKey.of(
          "situ.mapreduce.records.dir",
          ConfigType.path(),
          "Directory of the submitting host that gets one JSON record per job; none is written"
              + " where this is not set.");

  /** Which files a job reads whose input only names them. */
  public static final ConfigKey<String> INPUT_NAMES = RegroupPolicy.INPUT_NAMES;

  private JobKeys() {}

  /**
   * Refuses values that are not valid.
   *
   * @throws IllegalArgumentException naming key and value and what is allowed
   */
  static void check(Configuration conf) {
    all().forEach(key -> key.find(conf::get));
  }

  /** Returns every key. */
  public static List<ConfigKey<?>> all() {
    return List.of(
        Framework.KEY,
        RECORDS,
        RegroupPolicy.MODE,
        RegroupPolicy.DENY,
        RegroupPolicy.TARGET_BYTES,
        RegroupPolicy.MIN_BYTES,
        RegroupPolicy.CHANGES,
        INPUT_NAMES,
        Locality.KEY,
        Locality.WAIT,
        CostModel.START,
        CostModel.LOCAL,
        CostModel.REMOTE,
        CostModel.PROCESSORS,
        MapSideKeys.MODE,
        ReduceSideKeys.MODE,
        LaunchKeys.CLASSES,
        LaunchKeys.PLACEMENT,
        LaunchKeys.JAR,
        LaunchKeys.COMPILER,
        LaunchKeys.REDUCES,
        LaunchKeys.DIRECTORY,
        LaunchKeys.OWNERS,
        ShuffleKeys.MODE,
        ShuffleKeys.PLACE,
        ShuffleKeys.WAIT);
  }
}
