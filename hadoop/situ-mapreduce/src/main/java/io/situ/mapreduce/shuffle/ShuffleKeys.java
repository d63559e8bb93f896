// SPDX-License-Identifier: Apache-2.0
package io.situ.mapreduce.shuffle;

import io.situ.storage.config.ConfigKey;
import io.situ.storage.config.ConfigType;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** The configuration of the shuffle. */
public final class ShuffleKeys {

  /** Where map output goes. */
  public enum Mode {
    /** To Hadoop's shuffle. */
    LOCAL,
    /** To a shared store. */
    SHARED,
    AUTO
  }

  public static final ConfigKey<Mode> MODE =
      ConfigKey.of(
              "situ.mapreduce.shuffle",
              ConfigType.choice(Mode.values()),
              "Where map output goes: local leaves it to Hadoop's shuffle, shared puts it on a shared"
                  + " store where reducers read it in place, auto takes what was measured to be"
                  + " faster.")
          .withDefault(Mode.LOCAL);

  /** Where the directories of jobs are made: a path of Hadoop's. */
  public static final ConfigKey<String> PLACE =
      ConfigKey.of(
          "situ.mapreduce.shuffle.dir",
          ConfigType.text(),
          "A directory in a mounted store in which shared map output gets a directory for each job;"
              + " if not set, that is below _temporary in the job's output.");

  public static final ConfigKey<Duration> WAIT =
      ConfigKey.of(
              "situ.mapreduce.shuffle.wait",
              ConfigType.duration(ChronoUnit.MILLIS, Duration.ZERO),
              "How long a reducer waits for shared map output that is said to be there and cannot be"
                  + " read, before the map runs again.")
          .withDefault(Duration.ofSeconds(10));

  private ShuffleKeys() {}
}
